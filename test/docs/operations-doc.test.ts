import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../examples/quickstart/src/settings/settings.ts";
import { exitCodeMeanings } from "../../packages/cli/src/exit-code.ts";
import { parleyProgram } from "../../packages/cli/src/program.ts";
import { fakeContext } from "../../packages/cli/test/support/fake-context.ts";

type Command = Awaited<ReturnType<typeof parleyProgram>>;

const root = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const operations = read("docs/operations.md");
const pages = [operations, read("docs/doctor.md")];

/** Lines of the pages' shell blocks that run `parley`, without their comments. */
const lines = pages
  .flatMap((page) => [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block))
  .flatMap((block) => block.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").replace("npm run -s parley --", "parley"))
  .filter((line) => line.startsWith("parley "));

/** What is wrong with a command line by the program's own table. */
function faultsOf(program: Command, line: string): readonly string[] {
  let command = program;
  const words = line.split(/\s+/).slice(1);
  while (command.commands.length > 0) {
    const name = words.shift() ?? "";
    const next = command.commands.find((one) => one.name() === name);
    if (next === undefined) return [`there is no ${name}`];
    command = next;
  }
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  const unknown = words.filter((word) => word.startsWith("-") && !known.has(word));
  const values = command.options.filter(
    ({ long, required }) => required && words.includes(`${long}`),
  );
  const given = words.filter((word) => !word.startsWith("-")).length - values.length;
  const wanted = command.registeredArguments.filter(({ required }) => required).length;
  const most = command.registeredArguments.length;
  return given < wanted || given > most ? [...unknown, `${given} arguments`] : unknown;
}

describe("the operators' pages", () => {
  it("name commands, options and arguments that there are", async () => {
    const program = await parleyProgram(fakeContext());
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.flatMap((line) => faultsOf(program, line).map((fault) => [line, fault]))).toEqual(
      [],
    );
  });

  it("name settings that there are", () => {
    const names = [...operations.matchAll(/\bPARLEY_[A-Z_]+/g)].map(([name]) => name);
    const ofTheCommandLine = new Set(["PARLEY_URL"]);
    const ofTheHost = names.filter((name) => !ofTheCommandLine.has(name));
    expect(ofTheHost.length).toBeGreaterThan(10);
    const { warnings } = readSettings(Object.fromEntries(ofTheHost.map((name) => [name, ""])));
    expect(warnings).toEqual([]);
  });

  it("leave no setting to the quickstart's README that it does not list", () => {
    const [warning = ""] = readSettings({ PARLEY_UNKNOWN: "1" }).warnings;
    const settings = warning.replace(/^.*the settings are /, "").match(/PARLEY_[A-Z_]+/g) ?? [];
    const rows = read("examples/quickstart/README.md").match(/^\| `PARLEY_.*?\|/gm) ?? [];
    const listed = rows.flatMap((row) => row.match(/PARLEY_[A-Z_]+/g) ?? []);
    expect(listed.toSorted()).toEqual([...settings].toSorted());
  });

  it("list the exit codes", () => {
    const table = /<!-- exit codes -->\n([\s\S]*)<!-- \/exit codes -->/.exec(operations)?.[1];
    const rows = exitCodeMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |\n`);
    expect(table).toBe(`\n| code | meaning |\n|---|---|\n${rows.join("")}\n`);
  });
});
