import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** An adapter as a module that `parley adapter check` imports. */
const right = `
  import { AgentBackend, ContractVersion, Door, PluginInstance } from "@parley/core";
  import { ContainerModule } from "inversify";

  export const options = {
    type: "object",
    required: ["url"],
    properties: { url: { type: "string", description: "an address" }, when: { anyOf: [] } },
  };
  export const adapter = () => new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name: "desk", standing: [{ key: "poll", value: 0 }] });
    bind(ContractVersion).toConstantValue("1.0");
    bind(Symbol("own")).toConstantValue({});
    bind(Door).toConstantValue({}).whenNamed("desk");
    bind(AgentBackend).toDynamicValue(opened);
  });
  const opened = () => { throw new Error("it was opened"); };
  export const suites = ({ describe, it }) => {
    describe("desk", () => {
      it("takes a message", async () => {});
      describe("answers", () => {
        it("in order", async () => {});
        it("once", async () => {});
      });
    });
  };
`;

/** Texts of modules, each wrong in one way, by what is wrong. */
export const modules = {
  nothing: right,
  "has a red test": right.replace(
    'it("once", async () => {})',
    'it("once", async () => { throw new Error("it came twice\\nthe same event.id is shown once"); })',
  ),
  "fails between its turns": right.replace(
    'it("once", async () => {})',
    'it("once", () => { setTimeout(() => { throw new Error("a stray error"); }); return new Promise(() => {}); })',
  ),
  "leaves something running": `setInterval(() => {}, 1_000);\nconsole.log("started");\n${right}`,
  "ends the process": right.replace(
    'it("once", async () => {})',
    'it("once", () => process.exit(7))',
  ),
  "binds no port": right.replace(/bind\((Door|AgentBackend)\)[^;]+;/g, ""),
  "has another contract": right.replace('"1.0"', '"2.0"'),
  "tells no contract": right.replace(/bind\(ContractVersion\)[^;]+;/, ""),
  "has no tests": right.replace(/\{ describe, it \}\) => \{[^]+/, "_runner) => {};"),
  "cannot name its tests": right.replace(
    "({ describe, it }) => {",
    "() => { throw new Error('no app');",
  ),
  "exports no suites": right.replace("export const suites", "const suites"),
  "exports no adapter": right.replace("export const adapter", "const adapter"),
  "exports odd options": right.replace(
    /export const options = [^;]+;/,
    "export const options = 7;",
  ),
  "makes no adapter": right.replace(
    /export const adapter = [^]+?\n {2}\}\);\n/,
    "export const adapter = () => 7;\n",
  ),
  "throws at once": right.replace(
    /=> new ContainerModule[^]+?\n {2}\}\);\n/,
    '=> { throw new Error("a token is missing"); };\n',
  ),
  "cannot be loaded": right.replace(
    'bind(Symbol("own"))',
    'throw new Error("no binding"); bind(Symbol("own"))',
  ),
  "needs another package": `import "no-such-package";\n${right}`,
} as const;
export type Wrong = keyof typeof modules;

/** Writes a package into `directory`. Its imports are those of this package. @returns its path */
export function writePackage(directory: string, wrong: Wrong = "nothing"): string {
  const home = join(directory, wrong.replaceAll(" ", "-"));
  mkdirSync(home, { recursive: true });
  const resolved = (text: string) =>
    text.replaceAll(/from "(@parley\/core|inversify)"/g, (_, name: string) => {
      const path = pathToFileURL(import.meta.resolve(name).replace(/^file:\/\//, "")).href;
      return `from "${path}"`;
    });
  writeFileSync(join(home, "check.mjs"), resolved(modules[wrong]));
  const manifest = { name: "@me/desk", version: "1.2.3", parley: { check: "./check.mjs" } };
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  return home;
}
