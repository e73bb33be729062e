/** How long any wait of these tests may take: a machine with other work to do is slow, not wrong. */
export const PATIENCE_MS = 60_000;
