import { defineConfig } from "rolldown";

/**
 * The program as it is started: its own modules, and what they use of core and of libraries, in a few files. Loading each
 * of them from its own file, some 1,100, took most of the time of a command that asks one question.
 */
export default defineConfig({
  input: { parley: "dist/main.js" },
  // Half a gateway, for the few commands that are one: its parts find one another only when there is one of each.
  external: [/^@parley\/(?!core$)/, "inversify", "reflect-metadata"],
  platform: "node",
  output: { dir: "dist/program", format: "esm", cleanDir: true },
});
