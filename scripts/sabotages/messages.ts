import type { Sabotage } from "../contract/sabotage.ts";

const fields = "packages/core/src/protocol/messages/message-fields.ts";
const types = "packages/core/src/protocol/messages/message-types.ts";
const reading = "packages/core/src/protocol/messages/message-reading.ts";

const field = (id: string, find: string, replace: string): Sabotage => ({
  id: `field-${id}`,
  file: fields,
  find: `  ${find},\n`,
  replace,
});
const typeGone = (type: string, row: string): Sabotage => ({
  id: `type-${type}-gone`,
  file: types,
  find: `  ${type}: ${row},\n`,
  replace: "",
});

const fieldLost = (name: string): Sabotage => ({
  id: `field-${name.replace("_", "-")}-lost`,
  file: reading,
  find: "const usable = usableValue(name, value);",
  replace: `const usable = name === "${name}" ? null : usableValue(name, value);`,
});

/** Types and fields of messages (§2.4, §2.5, rulings 9 and 22). */
export const messageSabotages: readonly Sabotage[] = [
  ...["video", "audio", "voice", "photo", "sticker", "document"].map((type) =>
    typeGone(type, "file"),
  ),
  typeGone("location", "place"),
  typeGone("typein", "typing"),
  field("file-any-text", "file: url", "  file: words,\n"),
  field("thumb-any-text", "thumb: url", "  thumb: words,\n"),
  field("file-size-negative", "file_size: count", "  file_size: degrees(1e9),\n"),
  field("duration-any", "duration: count", "  duration: degrees(1e9),\n"),
  field("width-any", "width: count", "  width: degrees(1e9),\n"),
  field("height-any", "height: count", "  height: words,\n"),
  ...["file_name", "text", "performer", "title"].map(fieldLost),
  field("title-gone", "title: words", ""),
  field("latitude-any", "latitude: degrees(90)", "  latitude: degrees(900),\n"),
  field("longitude-any", "longitude: degrees(180)", "  longitude: degrees(1800),\n"),
  {
    id: "field-emoji-any",
    file: fields,
    find: "emoji: field(Type.String({ minLength: 1, maxLength: 64 })",
    replace: "emoji: field(Type.Any()",
  },
  {
    id: "media-unrequired",
    file: types,
    find: 'required: ["file", "file_size", "file_name"],',
    replace: 'required: ["file"],',
  },
  {
    id: "place-unrequired",
    file: types,
    find: 'required: ["latitude", "longitude"],',
    replace: 'required: ["longitude"],',
  },
  {
    id: "media-silent",
    file: reading,
    find: "else if (!saysNothing(name, value)) warnings.push(droppedWarning(name));",
    replace: "",
  },
  {
    id: "media-never-lenient",
    file: reading,
    find: 'return media === "lenient" && ',
    replace: 'return media !== "lenient" && media !== "strict" && ',
  },
  {
    id: "media-always-lenient",
    file: reading,
    find: 'return media === "lenient" && ',
    replace: 'return media !== "never" && ',
  },
  {
    id: "url-4096",
    file: "packages/core/src/protocol/messages/http-url.ts",
    find: "export const urlLimit = 2048;",
    replace: "export const urlLimit = 4096;",
  },
  {
    id: "type-unknown-taken",
    file: "packages/core/src/protocol/messages/message-types.ts",
    find: "if (isAmong(known, value)) return { ok: true, type: value };",
    replace: "return { ok: true, type: isAmong(known, value) ? value : (known[0] as Type) };",
  },
  {
    id: "unknown-keys-kept",
    file: reading,
    find: "const contentText = JSON.stringify(fields);",
    replace: "const contentText = JSON.stringify({ ...message, ...fields });",
  },
  {
    id: "gateway-may-fetch",
    file: ".oxlintrc.json",
    find: '          "fetch",\n',
    replace: "",
  },
  {
    id: "console-knows-no-sticker",
    file: "packages/agent-console/page/conversations/message-kinds.ts",
    find: 'sticker: kind("Sticker"',
    replace: 'gif: kind("Sticker"',
  },
  {
    id: "visitors-file-copied",
    file: "packages/core/src/engine/inbound/inbound-carrier.ts",
    find: "const event = eventOf(lease);\n    const",
    replace:
      'const event = eventOf(lease);\n    if ("file" in event.message) await fetch(String(event.message.file));\n    const',
  },
];
