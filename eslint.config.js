import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "node_modules/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" },
      ],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["wasm/*.js"], languageOptions: { globals: globals["shared-node-browser"] } },
  { files: ["web/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["tests/browser/**", "tests/engines/**", "tests/bench/**"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
