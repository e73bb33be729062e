import { testEngine } from "./suite.mjs";

testEngine("webkit");
