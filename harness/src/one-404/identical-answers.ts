import { connect } from "node:net";
import type { Strangers } from "./strangers.ts";

/** A request that no channel stands behind, but for the path: how it is written around it. */
interface Form {
  readonly name: string;
  readonly mount: "chat" | "limited";
  readonly bytes: (path: string) => string;
}

const bytesOf =
  (method: string, tail: string, headers: readonly string[], body: string) => (path: string) =>
    [
      `${method} ${path}${tail} HTTP/1.1`,
      "Host: x",
      "Connection: close",
      ...headers,
      "",
      body,
    ].join("\r\n");

const form = (method: string, tail: string, body = "", ...headers: readonly string[]): Form => {
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  const name = `${method} ${tail} ${headers.join(" ")} ${body.length} bytes`;
  return { name, mount: "chat", bytes: bytesOf(method, tail, [...length, ...headers], body) };
};

const hello = '{"sender":{"id":"1"},"message":{"type":"text","text":"hello"}}';

/** Every method that is answered 404 on its endpoint, with every body that would otherwise be refused. */
const forms: readonly Form[] = [
  form("GET", "/status"),
  form("GET", "/status/"),
  form("HEAD", "/status/"),
  form("POST", "/", hello),
  form("POST", "/", hello, "Content-Encoding: gzip"),
  form("HEAD", "/status"),
  form("POST", "", hello),
  form("POST", ""),
  form("POST", "", "{"),
  form("POST", "", "x".repeat(70_000)),
  form("POST", "", hello, "Content-Encoding: gzip"),
  form("POST", "", hello, "Content-Type: text/plain", "Expect: 100-continue"),
];

/** What else a path may hold that leads nowhere: both names, as they stand in it. */
function oddNames(secret: string): readonly (readonly [secret: string, channel: string])[] {
  return [
    ["x".repeat(10_000), "market"],
    [secret, "x".repeat(10_000)],
    [secret, "MARKET"],
    [secret, "market%00"],
    [secret, "mark.et"],
    [secret, "x".repeat(64)],
    [secret, "x".repeat(65)],
    [secret, "%"],
    ["%E0%A4%A", "market"],
    [`${secret}%20`, "market"],
    [secret.toUpperCase(), "market"],
    [secret.slice(1), "market"],
    ["%2e%2e", "market"],
    ["__proto__", "constructor"],
  ];
}

/** Paths that have neither shape, and get none by a slash or `status` behind them. */
function shapeless(secret: string): readonly string[] {
  const known = `/${secret}/market`;
  return ["//market", `/${secret}/`, "/", `/${secret}//market`, `${known}//`, `${known}/status//`];
}

/** The answers to all strangers, byte by byte but for the date; what differs from the first, in words. */
export async function differences(
  port: number,
  who: Strangers,
): Promise<{ readonly compared: number; readonly found: readonly string[] }> {
  const strangers = [who.yardstick, ...who.groups.flat()];
  const { secret } = who.insider;
  const known = strangers.map((stranger) => [stranger.secret, stranger.channelId] as const);
  const names = [...known, ...oddNames(secret)];
  const found: string[] = [];
  let compared = 0;
  await answerTo(port, bytesOf("GET", "/status", [], "")("/limited/the/share"));
  for (const { name, mount, bytes } of [...forms, ...forms.map(limited)]) {
    const paths = names.map(([secret, channel]) => `/${mount}/${secret}/${channel}`);
    // An empty secret or id leaves a path of another shape, which leads nowhere whatever the method.
    if (!name.startsWith("HEAD"))
      paths.push(...shapeless(secret).map((path) => `/${mount}${path}`));
    const answers = await Promise.all(paths.map((path) => answerTo(port, bytes(path))));
    const status = mount === "chat" ? "404" : "429";
    if (!answers[0]?.startsWith(`HTTP/1.1 ${status} `)) found.push(`${name}: not ${status}`);
    for (const [index, answer] of answers.entries()) {
      compared += 1;
      if (answer !== answers[0])
        found.push(`${name}: ${paths[index]?.slice(0, 80)} is answered otherwise`);
    }
  }
  return { compared, found };
}

/** The same where strangers have had their share of 404s. */
function limited({ name, bytes }: Form): Form {
  return { name: `${name}, past the limit`, mount: "limited", bytes };
}

function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => {
      const interim = "HTTP/1.1 100 Continue\r\n\r\n";
      const answer = Buffer.concat(chunks).toString("latin1").replace(interim, "");
      resolve(answer.replace(/^Date: .*\r\n/m, "").replace(/^(Retry-After: )\d+\r\n/m, "$1\r\n"));
    });
    socket.write(request);
  });
}
