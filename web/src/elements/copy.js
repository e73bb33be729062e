/** Puts a text on the clipboard. @param {string} text @returns {Promise<boolean>} whether the browser allowed it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
