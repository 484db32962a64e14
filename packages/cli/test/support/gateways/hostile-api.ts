import { hostile, ugly } from "../cases/hostile-words.ts";
import { type Answer, json, ScriptedApi } from "./scripted-api.ts";

// Hostile text as numbers and strings, wherever a command can still finish.
const number = ugly("1") as unknown as number;
const channel = {
  id: ugly("ch"),
  chatApiUrl: ugly("https://x.example/"),
  signed: true,
  overflow: ugly("truncate"),
  media: ugly("strict"),
  dedupe: ugly("window"),
  transfer: ugly("chunked"),
  acknowledge: ugly("result-ok"),
  failureShape: ugly("final"),
  typing: ugly("on"),
  hiddenErrorCodes: [number],
  createdAt: 1,
  ingressUrl: ugly("https://g/"),
  statusUrl: ugly("https://g/"),
  signingKey: ugly("whsec_"),
};
const owner = { backend: ugly("sales"), assignee: ugly("ann"), fence: number };
const change = {
  at: 1,
  name: ugly("assigned"),
  from: owner,
  to: owner,
  fence: number,
  by: ugly("admin API"),
  why: ugly("why"),
};
const conversation = {
  id: ugly("c1"),
  channelId: ugly("ch"),
  visitorId: ugly('"v"'),
  profile: { name: ugly("n"), [ugly("email")]: ugly("e") },
  owner,
  createdAt: 1,
  lastMessageAt: 2,
};
const message = {
  sequence: number,
  direction: ugly("inbound"),
  message: { type: ugly("photo"), [ugly("file")]: ugly("hi") },
  state: ugly("failed"),
  acceptedAt: 1,
};
const failure = { reason: ugly("r"), description: ugly("d") };
const attempt = {
  attempt: number,
  startedAt: 1,
  durationMs: 3,
  outcome: ugly("positive"),
  status: number,
  description: ugly("z"),
};
const delivery = {
  id: ugly("d.1"),
  conversationId: ugly("c1"),
  sequence: number,
  messageSequence: number,
  channelId: ugly("ch"),
  kind: ugly("outbound"),
  state: ugly("failed"),
  failure,
  acceptedAt: 1,
  attempts: [attempt],
  attempt: number,
  nextAttemptAt: null,
};
const files = [{ name: ugly("f"), bytes: 1, sha256: ugly("a"), facts: { [ugly("k")]: ugly("v") } }];
const backup = { name: ugly("b"), path: ugly("/p"), takenAt: 1, files };
const job = {
  id: ugly("backup-1"),
  kind: ugly("backup"),
  state: "done",
  startedAt: 1,
  endedAt: 2,
  done: number,
  total: number,
  result: { ...backup, conversations: number, messages: number },
  error: ugly("err"),
};
const lane = { lanes: number, waiting: number, oldestAcceptedAt: 1 };
const status = {
  version: ugly("1"),
  startedAt: 1,
  now: 2,
  ready: true,
  channels: number,
  backlog: { inbound: lane, outbound: lane, reports: lane, notices: lane },
  backends: ["a", "b"].map((name) => ({
    backend: ugly(name),
    inbound: lane,
    reports: lane,
    notices: lane,
  })),
  pauses: [{ backend: ugly("b"), since: 1, until: 3 }],
  deadLetters: true,
  memoryBytes: 1,
  eventLoopDelayMs: 1,
};
const finding = { check: ugly("c"), channelId: ugly("ch"), message: ugly("m"), advice: ugly("a") };
const deadLetter = {
  conversationId: ugly("c"),
  channelId: ugly("ch"),
  sequence: number,
  failure,
  acceptedAt: 1,
};
// Control characters that JSON does not escape, and line breaks between its parts.
const exported = [
  JSON.stringify({ type: "message", ...message }),
  `no JSON at all${hostile.replaceAll("\n", "")}`,
  JSON.stringify({ type: "end", conversations: number, messages: number }),
].join("\n");

const answers: readonly (readonly [request: RegExp, answer: unknown])[] = [
  [/^GET \/status/, status],
  [/^GET \/channels$/, { channels: [channel] }],
  [/^\w+ \/channels/, channel],
  [/^GET \/conversations\/\w+\/owner/, { owner, changes: [change], next: ugly("cur") }],
  [/^POST \/conversations\/\w+\/owner/, { owner }],
  [/^GET \/owners/, { owners: [{ ...owner, conversations: number }] }],
  [/^GET \/conversations\/\w+\/messages/, { messages: [message], next: ugly("cur") }],
  [/^GET \/conversations(?:\?|$)/, { conversations: [conversation], next: ugly("cur") }],
  [/^GET \/conversations/, conversation],
  [/^POST \/deliveries/, { deliveryId: ugly("d") }],
  [/^GET \/deliveries\//, delivery],
  [/^GET \/deliveries/, { deliveries: [delivery], next: ugly("cur") }],
  [/\/dead-letters/, { deadLetters: [deadLetter], next: ugly("cur") }],
  [
    /\/doctor/,
    {
      findings: [
        { ...finding, level: "ok" },
        { ...finding, level: ugly("worse") },
      ],
    },
  ],
  [/^GET \/jobs\//, job],
  [/^GET \/jobs/, { jobs: [job] }],
  [/^GET \/backups/, { backups: [backup] }],
  [/^POST \/(?:backups|retention)/, job],
  [/^DELETE|^POST \/visitors\/erase/, { erased: number }],
  [/^GET \/openapi/, { openapi: ugly("3.1") }],
];

/** A gateway whose answers contain control characters everywhere. */
export function startHostile(): Promise<ScriptedApi> {
  return ScriptedApi.open((request, response) => {
    const asked = `${request.method} ${request.url?.replace("/admin/v1", "")}`;
    if (/\/export/.test(asked)) return response.end(exported);
    const [, value] = answers.find(([pattern]) => pattern.test(asked)) ?? [];
    json(value ?? channel)(request, response);
  });
}

/** A gateway that refuses everything with such texts. */
export const refusing: Answer = json({ error: { code: 1, message: ugly("refused") } }, 409);
