import type { ServerResponse } from "node:http";
import { collectResults, mediaStoreSuite, type OpenMediaStore } from "@parley/conformance";
import type { MediaAnswer, MediaCopyRequest, MediaStore } from "@parley/core";
import { describe, expect, it } from "vitest";
import type { MediaFiles } from "../../src/index.ts";
import { openSuiteStore } from "../support/open-suite-store.ts";

type Copy = MediaStore["copy"];
/** What a wrapper gets wrong, and the beginnings of the rules that find it. */
type Flaw<Wrapped> = readonly [(right: Wrapped) => Wrapped, readonly string[]];

/** Changes each request. */
const asking =
  (change: (request: MediaCopyRequest) => MediaCopyRequest) =>
  (copy: Copy): Copy =>
  (request) =>
    copy(change(request));
/** Changes each refusal. */
const refusing =
  (
    change: (
      answer: Extract<MediaAnswer, { stored: false }>,
      request: MediaCopyRequest,
    ) => MediaAnswer,
  ) =>
  (copy: Copy): Copy =>
  async (request) => {
    const answer = await copy(request);
    return answer.stored ? answer : change(answer, request);
  };
/** Gives the answer that it gave before. */
const remembering =
  (nameOf: (request: MediaCopyRequest) => string) =>
  (copy: Copy): Copy => {
    const known = new Map<string, Promise<MediaAnswer>>();
    return (request) => {
      const name = nameOf(request);
      const answer = known.get(name) ?? copy(request);
      known.set(name, answer);
      return answer;
    };
  };

let calls = 0;
const storeFlaws: Readonly<Record<string, Flaw<Copy>>> = {
  "rejects instead of refusing": [
    refusing(({ message }) => {
      throw new Error(message);
    }),
    ["404 is refused", "an empty file is refused"],
  ],
  "fetches a key again": [
    asking((request) => ({ ...request, key: `${request.key} ${(calls += 1)}` })),
    ["the same key of a conversation is the same file", "two calls at once", "a copy outlives"],
  ],
  "takes keys for names of the whole gateway": [
    remembering(({ key }) => key),
    ["another key, or another conversation"],
  ],
  "shortens keys": [
    asking((request) => ({ ...request, key: request.key.slice(0, 254) })),
    ["any text of 1 to 255 characters"],
  ],
  "forgets the headers": [
    asking((request) => ({ ...request, headers: {} })),
    ["the given headers go to the app"],
  ],
  "forgets the name": [
    asking(({ name: _name, ...request }) => request),
    ["the given name is the file's"],
  ],
  "remembers failures": [
    remembering(({ conversationId, key }) => `${conversationId} ${key}`),
    ["after a copy that failed", "a refusal stores nothing", "erasing a conversation ends"],
  ],
  "tells the link": [
    refusing((answer, { url }) => ({ ...answer, message: `${url} cannot be copied.` })),
    ["404 is refused", "503 is refused", "a file that is cut"],
  ],
  "gives every file up": [
    refusing((answer) => ({ ...answer, retryable: false })),
    ["503 is refused", "a chunked file that is cut", "a call whose time was over before"],
  ],
  "calls every failure unreachable": [
    refusing((answer) => ({ ...answer, why: "unreachable" })),
    ["an unknown conversation", "404 is refused", "a file that says it is too large"],
  ],
  "asks any address": [
    asking((request) => ({ ...request, allowOrigins: [URL.parse(request.url)?.origin ?? ""] })),
    ["an address that is not public"],
  ],
  "forgets the limit of a call": [
    asking(({ limitBytes: _limit, ...request }) => request),
    ["a file larger than the caller takes"],
  ],
  "forgets the signal": [
    asking((request) => ({ ...request, signal: new AbortController().signal })),
    ["a call whose time was over before"],
  ],
};

/** Leaves some headers out. */
const without =
  (...dropped: readonly string[]) =>
  ({ listener }: MediaFiles): MediaFiles => ({
    listener: (request, response) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = ((name: string, value: string) =>
        dropped.includes(name.toLowerCase())
          ? response
          : setHeader(name, value)) as ServerResponse["setHeader"];
      listener(request, response);
    },
  });
const filesFlaws: Readonly<Record<string, Flaw<MediaFiles>>> = {
  "shows every file": [without("content-disposition"), ["nothing in a file runs"]],
  "lets browsers guess": [without("x-content-type-options"), ["nothing in a file runs"]],
  "has no sandbox": [without("content-security-policy"), ["nothing in a file runs"]],
  "keeps links for ever": [
    ({ listener }) => {
      const known = new Set<string>();
      return {
        listener: (request, response) => {
          if (known.has(request.url ?? "")) return void response.end();
          response.on("finish", () => response.statusCode === 200 && known.add(request.url ?? ""));
          listener(request, response);
        },
      };
    },
    ["erasing a conversation ends its links"],
  ],
  "tells a lost link from an unknown one": [
    ({ listener }) => {
      const known = new Set<string>();
      return {
        listener: (request, response) => {
          if (known.has(request.url ?? "")) response.setHeader("x-was-here", "yes");
          known.add(request.url ?? "");
          listener(request, response);
        },
      };
    },
    ["an unknown link and an ended one look alike"],
  ],
  "gives no parts": [
    ({ listener }) => ({
      listener: (request, response) => {
        delete request.headers.range;
        listener(request, response);
      },
    }),
    ["HEAD and parts of a file"],
  ],
};

/** Runs the tests of the suite whose titles begin with one of `rules`. */
function run(open: OpenMediaStore, rules: readonly string[]) {
  return collectResults(({ describe, it }) =>
    mediaStoreSuite(
      {
        describe,
        it: (title, body) => rules.some((rule) => title.startsWith(rule)) && it(title, body),
      },
      "a flawed store",
      open,
    ),
  );
}

async function expectRed(open: OpenMediaStore, rules: readonly string[]): Promise<void> {
  const results = await run(open, rules);
  for (const rule of rules)
    expect(results.map(({ title }) => title)).toContainEqual(expect.stringContaining(rule));
  for (const { title, failure } of results)
    expect([title, failure?.message]).toEqual([
      title,
      expect.stringContaining(`${title} — see docs/ports.md#mediastore`),
    ]);
}

const timeoutMs = 120_000;

describe("the suite finds a store that", () => {
  it.each(Object.entries(storeFlaws))(
    "%s",
    (_title, [flaw, rules]) =>
      expectRed(
        openSuiteStore({ store: (store) => ({ copy: flaw(store.copy.bind(store)) }) }),
        rules,
      ),
    timeoutMs,
  );
});

describe("the suite finds files whose server", () => {
  it.each(Object.entries(filesFlaws))(
    "%s",
    (_title, [flaw, rules]) => expectRed(openSuiteStore({ files: flaw }), rules),
    timeoutMs,
  );
});
