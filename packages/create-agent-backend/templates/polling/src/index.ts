export { myAppAgent, MyAppOptions } from "./plugin.ts";
