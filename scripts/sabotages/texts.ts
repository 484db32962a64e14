import type { Sabotage } from "../contract/sabotage.ts";

const text = "packages/core/src/protocol/messages/text.ts";
const reading = "packages/core/src/protocol/messages/message-reading.ts";
const json = "packages/core/src/protocol/json/json.ts";

/** Texts and their limits (§2.4, ruling 8), and request bodies (rulings 4 and 5). */
export const textSabotages: readonly Sabotage[] = [
  {
    id: "text-999",
    file: text,
    find: "export const textLimit = 1000;",
    replace: "export const textLimit = 999;",
  },
  {
    id: "text-1001",
    file: text,
    find: "export const textLimit = 1000;",
    replace: "export const textLimit = 1001;",
  },
  {
    id: "text-pairs-broken",
    file: text,
    find: "end += isPairAt(text, end) ? 2 : 1;",
    replace: "end += 1;",
  },
  {
    id: "text-ragged",
    file: text,
    find: "const whole = text.toWellFormed();\n  const end",
    replace: "const whole = text;\n  const end",
  },
  {
    id: "text-optional",
    file: "packages/core/src/protocol/messages/message-types.ts",
    find: 'text: { kind: "text", required: ["text"], optional: [] },',
    replace: 'text: { kind: "text", required: [], optional: ["text"] },',
  },
  {
    id: "text-uncut-for-media",
    file: reading,
    find: 'if (cutTo === null || typeof value !== "string") continue;',
    replace: 'if (cutTo === null || typeof value !== "string" || fields.file) continue;',
  },
  {
    id: "text-never-split",
    file: reading,
    find: 'if (name === "text" && overflow === "split")',
    replace: 'if (name === "emoji" && overflow === "split")',
  },
  {
    id: "text-cut-only-inbound",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: "readMessage(type.type, fields, knobs);",
    replace: 'readMessage(type.type, fields, { ...knobs, overflow: "split" });',
  },
  {
    id: "agent-app-unwarned",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: "warnings.push(...read.warnings);",
    replace: "",
  },
  {
    id: "body-any-bytes",
    file: json,
    find: 'new TextDecoder("utf-8", { fatal: true })',
    replace: 'new TextDecoder("utf-8")',
  },
  {
    id: "body-bom-refused",
    file: json,
    find: 'new TextDecoder("utf-8", { fatal: true })',
    replace: 'new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })',
  },
  {
    id: "body-deeper",
    file: json,
    find: "export const nestingLimit = 32;",
    replace: "export const nestingLimit = 64;",
  },
  {
    id: "body-no-json-taken",
    file: json,
    find: 'return { ok: false, refusal: refuse("malformedJson") };',
    replace: "return { ok: true, value: {} };",
  },
  {
    id: "body-prototype-read",
    file: "packages/core/src/protocol/json/plain-object.ts",
    find: "return Object.hasOwn(object, name) ? object[name] : undefined;",
    replace: "return object[name];",
  },
  {
    id: "body-any-shape",
    file: "packages/core/src/protocol/visitor-envelope.ts",
    find: 'if (!isPlainObject(message)) return wrongShape("message");',
    replace: 'if (!isPlainObject(message)) return wrongShape("sender");',
  },
  {
    id: "refusal-renumbered",
    file: "packages/core/src/protocol/refusal-table.ts",
    find: "malformedJson: row(40001,",
    replace: "malformedJson: row(40099,",
  },
  {
    id: "refusal-bare",
    file: "packages/core/src/protocol/refusals.ts",
    find: "return { error: { code, message } };",
    replace: "return { code, message } as never;",
  },
];
