import type { Sabotage } from "../contract/sabotage.ts";

const file = "packages/core/src/protocol/answers/acknowledgement.ts";
const words = "packages/core/src/protocol/answers/answer-words.ts";
const target = "packages/core/src/protocol/answers/target-url.ts";

/** Targets of agent messages, and the meaning of answers (§4.3, rulings 13, 14, 16 and 17). */
export const acknowledgementSabotages: readonly Sabotage[] = [
  {
    id: "answer-any-object",
    file,
    find: 'return fieldOf(body.object, "result") === "ok" && !isPlainObject(',
    replace: "return !isPlainObject(",
  },
  {
    id: "answer-never-positive",
    file,
    find: 'fieldOf(body.object, "result") === "ok" &&',
    replace: 'fieldOf(body.object, "result") === "OK" &&',
  },
  {
    id: "answer-any-status",
    file,
    find: "? status === 200 : status >= 200 && status < 300;",
    replace: "? status < 300 : status >= 200 && status < 300;",
  },
  {
    id: "answer-knob-ignored",
    file,
    find: 'if (acknowledge === "any-2xx") return true;',
    replace: "",
  },
  {
    id: "answer-error-overlooked",
    file,
    find: 'if (answer.kind === "object" && saysError(answer.object)) return false;',
    replace: "",
  },
  {
    id: "answer-value-missing",
    file: "packages/core/src/model/channel.ts",
    find: 'Type.Enum(["result-ok", "affirmative", "any-2xx"])',
    replace: 'Type.Enum(["result-ok", "any-2xx"])',
  },
  {
    id: "answer-string-unread",
    file,
    find: "const answer = unwrapAnswer(body);",
    replace: "const answer = body;",
  },
  {
    id: "answer-no-overlooked",
    file: words,
    find: 'return said.has("yes") && !said.has("no");',
    replace: 'return said.has("yes");',
  },
  {
    id: "answer-null-taken",
    file,
    find: 'if (answer.kind === "hidden" || answer.kind === "null") return false;',
    replace: 'if (answer.kind === "hidden") return false;',
  },
  {
    id: "answer-error-word-overlooked",
    file,
    find: "return isPlainObject(error) || isErrorValue(error);",
    replace: "return isPlainObject(error);",
  },
  {
    id: "answer-any-error",
    file: words,
    find: 'return error === true || (typeof error === "number" && error !== 0);',
    replace: "return error !== undefined;",
  },
  {
    id: "answer-redirect-positive",
    file,
    find: 'if (status >= 300 && status < 400) return { kind: "redirect" };',
    replace: 'if (status >= 300 && status < 400) return { kind: "positive" };',
  },
  {
    id: "shape-needs-message",
    file,
    find: 'return { kind: "failure-shape", status, code };',
    replace: "return null;",
  },
  {
    id: "shape-any-code",
    file,
    find: 'if (typeof code !== "number" || !Number.isFinite(code)) return null;',
    replace: "if (code === undefined) return null;",
  },
  {
    id: "shape-unseen",
    file,
    find: "if (shape !== null) return shape;",
    replace: "",
  },
  {
    id: "description-uncut",
    file,
    find: "description: cutText(message, textLimit).text",
    replace: "description: message",
  },
  {
    id: "target-bare",
    file: target,
    find: 'return `${path}${path.endsWith("/") ? "" : "/"}${id}${chatApiUrl.slice(path.length)}`;',
    replace: "return chatApiUrl;",
  },
  {
    id: "target-after-query",
    file: target,
    find: 'return `${path}${path.endsWith("/") ? "" : "/"}${id}${chatApiUrl.slice(path.length)}`;',
    replace: 'return `${chatApiUrl}${chatApiUrl.endsWith("/") ? "" : "/"}${id}`;',
  },
  {
    id: "target-template-ignored",
    file: target,
    find: "if (chatApiUrl.includes(channelPlaceholder)) {",
    replace: "if (chatApiUrl === channelPlaceholder) {",
  },
  {
    id: "channel-id-any-length",
    file: "packages/core/src/protocol/channel-id.ts",
    find: "[A-Za-z0-9_-]{1,64}$/",
    replace: "[A-Za-z0-9_-]+$/",
  },
];
