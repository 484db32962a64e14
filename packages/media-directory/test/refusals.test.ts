import { randomBytes } from "node:crypto";
import type { MediaCopyRequest } from "@parley/core";
import { expect, it } from "vitest";
import type { MediaBench } from "./support/media-bench.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();

type Asked = Partial<MediaCopyRequest> & { readonly url: string };
type Ask = (bench: MediaBench) => Asked | Promise<Asked>;

const kibibyte = 1024;
const options = { limitBytes: 64 * kibibyte, types: { deny: ["application/zip"] } };

/** An answer without end, of `type`. */
const endless = (bench: MediaBench, headers: Readonly<Record<string, string>> = {}) =>
  bench.desk.answers("/endless", (response) => {
    response.writeHead(200, { "content-type": "text/plain", ...headers });
    const pour = () => {
      while (response.write(randomBytes(16 * kibibyte)));
    };
    response.on("drain", pour);
    pour();
  });

const refusals: readonly [title: string, why: string, retryable: boolean, ask: Ask][] = [
  [
    "an unknown conversation",
    "unknown-conversation",
    false,
    ({ desk }) => ({ conversationId: "nobody", url: desk.has("/a", "text") }),
  ],
  [
    "a conversation id that is none",
    "unknown-conversation",
    false,
    ({ desk }) => ({ conversationId: "x y\n".repeat(100), url: desk.has("/a", "text") }),
  ],
  [
    "a private address",
    "forbidden-target",
    false,
    ({ desk }) => ({ url: desk.has("/a", "text"), allowOrigins: [] }),
  ],
  [
    "a redirect to a private address",
    "forbidden-target",
    false,
    ({ desk }) => ({
      url: desk.answers("/away", (response) => {
        response.writeHead(302, { location: "http://10.0.0.1/secret" }).end();
      }),
    }),
  ],
  [
    "a redirect to this machine",
    "forbidden-target",
    false,
    ({ desk }) => ({
      url: desk.answers("/elsewhere", (response) => {
        response.writeHead(302, { location: "http://localhost/secret" }).end();
      }),
    }),
  ],
  ["a URL that is none", "forbidden-target", false, () => ({ url: "desk/a.png" })],
  [
    "a header that cannot be sent",
    "refused",
    false,
    ({ desk }) => ({ url: desk.has("/a", "text"), headers: { "content-length": "1" } }),
  ],
  [
    "a redirect without end",
    "refused",
    false,
    ({ desk }) => ({
      url: desk.answers("/round", (response) => {
        response.writeHead(302, { location: "/round" }).end();
      }),
    }),
  ],
  ["a file that the app has not", "not-found", false, ({ desk }) => ({ url: `${desk.url}/gone` })],
  [
    "an app that wants another token",
    "refused",
    false,
    ({ desk }) => ({
      url: desk.answers("/locked", (response) => response.writeHead(401).end("who are you?")),
    }),
  ],
  [
    "an app that is overloaded",
    "refused",
    true,
    ({ desk }) => ({
      url: desk.answers("/busy", (response) => response.writeHead(503).end()),
    }),
  ],
  [
    "a part of a file",
    "refused",
    false,
    ({ desk }) => ({ url: desk.answers("/part", (response) => response.writeHead(206).end("te")) }),
  ],
  [
    "a compressed answer that was not asked for",
    "refused",
    false,
    ({ desk }) => ({
      url: desk.answers("/packed", (response) => {
        response.writeHead(200, { "content-encoding": "x-own" }).end("text");
      }),
    }),
  ],
  ["an empty file", "empty", false, ({ desk }) => ({ url: desk.has("/empty", "") })],
  [
    "a file of 10 GB, as its head says",
    "too-large",
    false,
    (bench) => ({ url: endless(bench, { "content-length": String(10 * kibibyte ** 3) }) }),
  ],
  ["a file without end", "too-large", false, (bench) => ({ url: endless(bench) })],
  [
    "a file that is larger than the caller takes",
    "too-large",
    false,
    ({ desk }) => ({ url: desk.has("/a", "four"), limitBytes: 3 }),
  ],
  [
    "a page that says it is a picture",
    "wrong-type",
    false,
    ({ desk }) => ({ url: desk.has("/a.png", "<script>alert(1)</script>", "image/png") }),
  ],
  [
    "a long page that says it is a video",
    "wrong-type",
    false,
    ({ desk }) => ({ url: desk.has("/a.mp4", "<html>".repeat(10_000), "video/mp4") }),
  ],
  [
    "a type that the host does not want",
    "wrong-type",
    false,
    ({ desk }) => ({ url: desk.has("/a.zip", "PK", "application/zip") }),
  ],
  [
    "a file that is cut in the middle",
    "unreachable",
    true,
    ({ desk }) => ({
      url: desk.answers("/cut", (response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("half", () => response.destroy());
      }),
    }),
  ],
  [
    "a chunked file that is cut in the middle",
    "unreachable",
    true,
    ({ desk }) => ({
      url: desk.answers("/cut", (response) => {
        response.write("half", () => response.destroy());
      }),
    }),
  ],
  [
    "a file that takes too long",
    "unreachable",
    true,
    ({ desk }) => {
      const controller = new AbortController();
      const url = desk.answers("/slow", (response) => {
        response.write("half", () => setImmediate(() => controller.abort()));
      });
      return { url, signal: controller.signal };
    },
  ],
  [
    "a call whose time is over",
    "unreachable",
    true,
    ({ desk }) => ({ url: desk.has("/a", "text"), signal: AbortSignal.abort() }),
  ],
  [
    "no answer",
    "unreachable",
    true,
    () => ({ url: "http://127.0.0.1:1/a", allowOrigins: ["http://127.0.0.1:1"] }),
  ],
];

for (const [title, why, retryable, ask] of refusals)
  it(`${title} is refused as ${why}, and nothing is stored`, async () => {
    const bench = await start(options);
    const answer = await bench.copy(await ask(bench));
    expect(answer).toMatchObject({ stored: false, why, retryable });
    if (answer.stored) return;
    expect(answer.message).toMatch(/^[A-Z].+\. It was not stored\.$/);
    expect(answer.message).not.toMatch(/internal|127\.0\.0\.1|http/);
    expect(bench.onDisk()).toEqual([]);
    expect(JSON.stringify(bench.log)).not.toContain("internal");
  });
