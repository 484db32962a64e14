import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ruleRows } from "../../src/receiver-check/rules.ts";

const page = readFileSync(new URL("../../../../docs/receiver-check.md", import.meta.url), "utf8");

it("docs/receiver-check.md lists every rule with what is played and where the contract speaks of it, in order", () => {
  const table = /<!-- rules -->\n([^]*)<!-- \/rules -->/.exec(page)?.[1]?.trimEnd() ?? "";
  const rows = table.split("\n").map((row) => row.split(" | "));
  expect(rows.map(([rule, played, contract]) => [rule, played, contract])).toEqual(
    ruleRows.map(({ id, played, contract }) => [`| \`${id}\``, played, contract]),
  );
  expect(rows.filter(([, , , meaning = ""]) => meaning.replace("|", "").trim() === "")).toEqual([]);
});
