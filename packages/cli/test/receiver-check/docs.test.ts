import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allCommands } from "../support/cases/all-commands.ts";
import { fakeContext } from "../support/fake-context.ts";
import { ruleRows } from "../../src/receiver-check/rules/rules.ts";

const page = readFileSync(new URL("../../../../docs/receiver-check.md", import.meta.url), "utf8");

it("docs/receiver-check.md lists every rule with what is played and where the contract speaks of it, in order", () => {
  const table = /<!-- rules -->\n\n([^]*)\n\n<!-- \/rules -->/.exec(page)?.[1] ?? "";
  const [head, line, ...lines] = table.split("\n");
  expect([head, line]).toEqual(["| rule | played | contract | fails when |", "|---|---|---|---|"]);
  const rows = lines.map((row) => row.split(" | "));
  expect(rows.map(([rule, played, contract]) => [rule, played, contract])).toEqual(
    ruleRows.map(({ id, played, contract }) => [`| \`${id}\``, played, contract]),
  );
  expect(rows.filter(([, , , meaning = ""]) => meaning.replace("|", "").trim() === "")).toEqual([]);
});

it("docs/receiver-check.md tells what each option of the command means", async () => {
  const commands = await allCommands(fakeContext());
  const check = commands.find(([name]) => name === "receiver check")?.[1];
  const table = /\| option \| meaning \|\n([^]*?)\n\n/.exec(page)?.[1] ?? "";
  const firstCells = table.split("\n").map((row) => row.split(" | ")[0] ?? "");
  const told = firstCells.flatMap((cell) => cell.match(/--[a-z][a-z-]+/g) ?? []);
  expect(told.toSorted()).toEqual(check?.options.map(({ long }) => long).toSorted());
});
