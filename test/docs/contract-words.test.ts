import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { messageKinds } from "../../packages/agent-console/page/conversations/message-kinds.ts";
import { messageFields } from "../../packages/core/src/protocol/messages/message-fields.ts";
import { messageTypes } from "../../packages/core/src/protocol/messages/message-types.ts";
import { withoutMarks } from "../../scripts/contract/clauses.ts";
import { read } from "../../scripts/contract/repository.ts";

const contract = withoutMarks(read("docs/spec.md"));
const section = (number: string): string =>
  contract.split(`### ${number} `)[1]?.split("\n#")[0] ?? "";
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
const media = rowsOf(section("2.5")).filter(([, fields]) =>
  /^(?:file,|latitude,)/.test(fields ?? ""),
);
const fieldNames = rowsOf(section("2.5").split("Media message fields:")[1] ?? "").slice(1);

describe("docs/spec.md", () => {
  it("has the words of the contract as they were given", () => {
    const digest = createHash("sha256").update(contract.trimEnd()).digest("hex");
    expect(digest).toBe("77f2482c1eeeffa32c4821f2a6b144780d71c469d8c030c1d137ced1414b63f1");
  });
});

describe("the table of message types (ruling 22)", () => {
  it("has a row for every type of the contract, with the fields that it requires, and no other (§2.4, §2.5)", () => {
    const required = Object.fromEntries(
      media.map(([type = "", fields = ""]) => [type, fields.split(", ").sort()]),
    );
    expect(Object.keys(required)).toHaveLength(7);
    const table = Object.entries(messageTypes).filter(([, { kind }]) => kind === "media");
    expect(
      Object.fromEntries(table.map(([type, row]) => [type, [...row.required].sort()])),
    ).toEqual(required);
    const others = Object.keys(messageTypes).filter((type) => !(type in required));
    expect(others).toEqual(["text", "typein", "typeout"]);
  });

  it("has every field of the contract, and every media type takes them all (§2.5)", () => {
    const fields = fieldNames.map(([name = ""]) => name);
    expect(fields).toHaveLength(13);
    expect(Object.keys(messageFields).sort()).toEqual([...fields].sort());
    for (const [type, { required, optional, kind }] of Object.entries(messageTypes)) {
      if (kind !== "media") continue;
      expect([...required, ...optional].sort(), type).toEqual([...fields].sort());
    }
  });

  it("has its counterpart in the console, row for row", () => {
    const stored = Object.entries(messageTypes).filter(([, { kind }]) => kind !== "typing");
    expect(Object.keys(messageKinds).sort()).toEqual(stored.map(([type]) => type).sort());
  });
});
