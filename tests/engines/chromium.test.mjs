import { testEngine } from "./suite.mjs";

testEngine("chromium");
