import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { readChannelFile } from "../src/apply/channel-file.ts";
import { findConnection, withConnection } from "../src/http/connection.ts";
import { exitCodeMeanings } from "../src/exit-code.ts";
import { knobChoices, knobNames } from "../src/input/knobs.ts";
import { movableOptions } from "../src/input/option-order.ts";
import { allCommands } from "./support/cases/all-commands.ts";
import { fakeContext } from "./support/fake-context.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", name), "utf8");
const readme = read("README.md");
const commands = await allCommands(fakeContext());

const between = (mark: string, page = readme) =>
  new RegExp(`<!-- ${mark} -->\\n\\n([^]*?)\\n\\n<!-- /${mark} -->`).exec(page)?.[1] ?? "";
const example = between("channels.yaml")
  .replace(/^```yaml\n/, "")
  .replace(/```$/, "");

/** A command with its required arguments and options. */
function usageOf(name: string, { registeredArguments, options }: Command): string {
  const values = registeredArguments.map((value) =>
    value.required ? `<${value.name()}>` : `[${value.name()}]`,
  );
  const required = options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return [name, ...values, ...required].join(" ");
}

/** The flags in the first column of the tables. */
const rowFlags = (flags: readonly string[]) =>
  flags.filter((flag) => readme.includes(`| \`${flag}\` |`));

describe("COMMANDS.md", () => {
  it("lists all commands, each with what it does", () => {
    const rows = commands.map(
      ([name, command]) => `| \`${usageOf(name, command)}\` | ${command.description()} |`,
    );
    expect(between("commands", read("COMMANDS.md")).split("\n").slice(2)).toEqual(rows);
  });
});

describe("the README", () => {
  it("lists all exit codes", () => {
    const rows = exitCodeMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |`);
    expect(between("exit-codes").split("\n").slice(2)).toEqual(rows);
  });

  it("lists the options that find a gateway, and those of apply", () => {
    const apply = commands.find(([name]) => name === "apply")?.[1] as Command;
    const flags = apply.options.map(({ flags }) => flags);
    expect(flags.filter((flag) => !rowFlags(flags).includes(flag))).toEqual([
      "--json",
      "-y, --yes",
    ]);
    const [, url] = /`--url <url>` \| `PARLEY_URL` \| `([^`]+)`/.exec(readme) ?? [];
    expect(findConnection({ token: "" }, {}).baseUrl).toBe(`${url}/admin/v1`);
  });

  it("shows a file of channels with every setting, each knob with a value that is not its default", () => {
    const [full, brief] = readChannelFile("README.md", example);
    expect(readChannelFile("README.md", example)).toHaveLength(2);
    const defaults = { ...brief, id: "", chatApiUrl: "" };
    const same = Object.entries(defaults).filter(
      ([name, value]) => JSON.stringify(Reflect.get(full ?? {}, name)) === JSON.stringify(value),
    );
    expect(same).toEqual([]);
    expect(brief?.signed).toBe(false);
  });

  it("names all values of each knob, and which is the default", () => {
    const [, brief] = readChannelFile("README.md", example);
    for (const name of knobNames) {
      const line = example.split("\n").find((line) => line.includes(`    ${name}: `)) ?? "";
      for (const choice of knobChoices(name) ?? []) expect(line).toContain(choice);
      if (knobChoices(name) !== null) expect(line).toContain(`${String(brief?.[name])} (default)`);
    }
  });

  it("is right that all options that find a gateway, and --json, may stand first", () => {
    const own = withConnection(commands[0]?.[1].createCommand() as Command);
    expect([...own.options.map(({ long }) => long), "--json"]).toEqual(movableOptions);
  });
});
