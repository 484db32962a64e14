import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "rolldown";
import { digestFile, sourceDigest } from "./source-digest.ts";

/** Of a library's folder in `node_modules`, whoever installed it. */
const libraryOf = /^.*\/node_modules\/(?!\.)(?:@[^/]+\/)?[^/]+/;

/** Beside the program: the licences of the libraries that are in it, and which sources it was made of. */
const papers: Plugin = {
  name: "papers",
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap((id) => libraryOf.exec(id)?.[0] ?? []);
    const licences = [...new Set(folders)].toSorted().map(licenceIn);
    this.emitFile({ type: "asset", fileName: "licences.txt", source: licences.join("\n\n") });
    this.emitFile({ type: "asset", fileName: digestFile, source: sourceDigest() });
  },
};

/** @throws Error when there is none: what may not be given away is not built in. */
function licenceIn(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const file = readdirSync(folder).find((one) => /^licen[cs]e\b/i.test(one));
  if (file === undefined) throw new Error(`${name} comes without a licence`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}

/**
 * The program as it is started: its own modules, and what they use of core and of libraries, in a few files. Loading each
 * of them from its own file, some 1,100, took most of the time of a command that asks one question.
 */
export default defineConfig({
  input: { parley: "dist/main.js" },
  // Half a gateway, for the few commands that are one: its parts find one another only when there is one of each.
  external: [/^@parley\/(?!core$)/, "inversify", "reflect-metadata"],
  platform: "node",
  plugins: [papers],
  output: { dir: "dist/program", format: "esm", cleanDir: true },
});
