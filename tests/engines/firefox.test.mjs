import { testEngine } from "./suite.mjs";

testEngine("firefox");
