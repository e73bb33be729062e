/** npm run format: the sources as the checks of npm run lint want them. */
import { prepareMachine } from "./machine.mjs";
import { cSources } from "./sources.mjs";
import { command, run } from "./steps.mjs";

await command(async () => {
  await prepareMachine({ tests: true, command: "npm run format" });
  await run("clang-format", ["-i", ...cSources()]);
  await run("npx", ["--no-install", "prettier", "--write", "--log-level=warn", "."]);
  await run("npx", ["--no-install", "eslint", "--fix", "."]);
});
