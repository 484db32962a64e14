import type { MediaCopyRequest, MediaRefusal } from "@parley/core";
import type { AnswerRequest } from "../http-client/http-app.ts";
import { want } from "../want.ts";
import {
  limitBytes,
  type MediaStoreCheck,
  type MediaStoreTrial,
  secret,
} from "./media-store-trial.ts";

type Parts = Partial<MediaCopyRequest>;

interface Refused {
  readonly what: string;
  readonly why: MediaRefusal;
  readonly isRetryable: boolean;
  /** Default: the app has a text of four bytes. */
  readonly answer?: AnswerRequest;
  readonly parts?: Parts | ((trial: MediaStoreTrial) => Parts);
}

const says =
  (status: number, headers: Record<string, string> = {}, body = ""): AnswerRequest =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const isCut =
  (headers: Record<string, string>): AnswerRequest =>
  (_request, response) => {
    response.writeHead(200, headers);
    response.write("half", () => response.destroy());
  };

const refusals: readonly Refused[] = [
  {
    what: "an unknown conversation",
    why: "unknown-conversation",
    isRetryable: false,
    parts: { conversationId: "nobody" },
  },
  {
    what: "what is no conversation's id",
    why: "unknown-conversation",
    isRetryable: false,
    parts: { conversationId: "../x y\n".repeat(50) },
  },
  {
    what: "an address that is not public",
    why: "forbidden-target",
    isRetryable: false,
    parts: { allowOrigins: [] },
  },
  {
    what: "a redirect to an address that is not public",
    why: "forbidden-target",
    isRetryable: false,
    answer: says(302, { location: "http://10.0.0.1/cat.png" }),
  },
  {
    what: "what is no URL",
    why: "forbidden-target",
    isRetryable: false,
    parts: { url: "files/cat.png" },
  },
  { what: "404", why: "not-found", isRetryable: false, answer: says(404) },
  { what: "410", why: "not-found", isRetryable: false, answer: says(410) },
  { what: "401", why: "refused", isRetryable: false, answer: says(401, {}, "who are you?") },
  { what: "a part of the file", why: "refused", isRetryable: false, answer: says(206, {}, "ca") },
  {
    what: "a redirect without end",
    why: "refused",
    isRetryable: false,
    answer: says(302, { location: "/again" }),
  },
  { what: "503", why: "refused", isRetryable: true, answer: says(503) },
  { what: "an empty file", why: "empty", isRetryable: false, answer: says(200) },
  {
    what: "a file that says it is too large",
    why: "too-large",
    isRetryable: false,
    answer: (_request, response) =>
      response.writeHead(200, { "content-length": 10 * 1024 ** 3 }).write("x"),
  },
  {
    what: "a file that does not say how large it is",
    why: "too-large",
    isRetryable: false,
    answer: says(200, { "transfer-encoding": "chunked" }, "x".repeat(limitBytes + 1)),
  },
  {
    what: "a file larger than the caller takes",
    why: "too-large",
    isRetryable: false,
    parts: { limitBytes: 3 },
  },
  {
    what: "a file that is cut in the middle",
    why: "unreachable",
    isRetryable: true,
    answer: isCut({ "content-length": "1000" }),
  },
  {
    what: "a chunked file that is cut in the middle",
    why: "unreachable",
    isRetryable: true,
    answer: isCut({}),
  },
  {
    what: "a call whose time was over before",
    why: "unreachable",
    isRetryable: true,
    parts: { signal: AbortSignal.abort() },
  },
  {
    what: "a call whose time is over while the file comes",
    why: "unreachable",
    isRetryable: true,
    parts: ({ app }) => {
      const over = new AbortController();
      app.answer = (_request, response) =>
        response.write("half", () => setImmediate(() => over.abort()));
      return { signal: over.signal };
    },
  },
  {
    what: "an app that does not listen",
    why: "unreachable",
    isRetryable: true,
    parts: { url: "http://127.0.0.1:1/cat.png", allowOrigins: ["http://127.0.0.1:1"] },
  },
];

/** What is not stored, and what the author of the message is told. */
export function refusalRules(check: MediaStoreCheck): void {
  for (const { what, why, isRetryable, answer, parts = {} } of refusals)
    check(`${what} is refused as ${why}, in a sentence without link and token`, async (trial) => {
      trial.app.answer = answer ?? says(200, {}, "four");
      const given = typeof parts === "function" ? parts(trial) : parts;
      const refused = await trial.copy(`/cat.png?key=${secret}`, given);
      want("refused", refused.stored, false);
      if (refused.stored) return;
      want("why", refused.why, why);
      want("whether the same call may succeed later", refused.retryable, isRetryable);
      want("a sentence", /^\S.*\.$/.test(refused.message), true);
      want("no link", /https?:|127\.0\.0\.1|cat\.png/.test(refused.message), false);
      want("no token", refused.message.includes(secret), false);
    });

  check("a refusal stores nothing: the next file of its key is fetched", async (trial) => {
    const conversationId = await trial.conversation();
    trial.app.answer = says(404);
    await trial.copy("/cat.txt", { conversationId });
    trial.has("four", "text/plain");
    const { url } = await trial.store("/cat.txt", { conversationId });
    want("its bytes", await (await fetch(url)).text(), "four");
  });
}
