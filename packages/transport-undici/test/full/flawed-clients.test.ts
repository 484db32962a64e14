import { gunzipSync } from "node:zlib";
import { collectResults, httpClientSuite, type Runner } from "@parley/conformance";
import { HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";
import { Container } from "inversify";
import { describe, expect, it } from "vitest";
import { transportUndici, type TransportUndiciOptions } from "../../src/index.ts";

/** Wraps a client that is right into one that is not. */
type Flaw = (client: HttpClient) => HttpClient["request"];

/** What each wrapper gets wrong, and the beginning of a rule that finds it. */
const flaws: Readonly<Record<string, readonly [Flaw, readonly string[]]>> = {
  "forgets the signal": [
    (client) => (request) => client.request({ ...request, signal: new AbortController().signal }),
    ["the signal ends a request that is not answered", "the signal ends a body that nobody reads"],
  ],
  "forgets the limit": [
    (client) => (request) => client.request({ ...request, limitBytes: 100_000_000 }),
    ["at a limit of 100000, a body of 100001 is cut", "what follows an answer that was cut"],
  ],
  "reads the whole answer first": [
    (client) => async (request) => {
      const answer = await client.request(request);
      return { ...answer, body: new Blob([await new Response(answer.body).bytes()]).stream() };
    },
    [
      "each part of an answer can be read before the next one",
      "a body that ends before its length",
    ],
  ],
  "reads the whole request first": [
    (client) => async (request) => {
      const { body } = request;
      if (!(body instanceof ReadableStream)) return client.request(request);
      return client.request({ ...request, body: await new Response(body).bytes() });
    },
    ["a stream is sent chunked, each part as soon", "a stream is read no faster than"],
  ],
  "unpacks answers": [
    (client) => async (request) => {
      const answer = await client.request(request);
      if (answer.headers["content-encoding"] !== "gzip") return answer;
      const packed = await new Response(answer.body).bytes();
      return { ...answer, body: new Blob([gunzipSync(packed)]).stream() };
    },
    ["the body is bytes, none of them changed, none of them unpacked"],
  ],
  "allows an origin for ever": [
    (client) => {
      const allowed = new Set<string>();
      return (request) => {
        for (const origin of request.allowOrigins ?? []) allowed.add(origin);
        return client.request({ ...request, allowOrigins: [...allowed] });
      };
    },
    ["an origin is allowed for one request, not for the next"],
  ],
  "allows whatever is asked for": [
    (client) => (request) => {
      const origin = URL.parse(request.url)?.origin ?? "null";
      const allowOrigins = [
        ...(request.allowOrigins ?? []),
        ...(origin === "null" ? [] : [origin]),
      ];
      return client.request({ ...request, allowOrigins });
    },
    [
      "an address that is not public is a forbidden target",
      "a name with one address that is not public",
      "an allowed origin allows no other",
    ],
  ],
  "takes its headers to every origin": [
    (client) => redirected(client, ({ headers }) => headers, 3),
    ["to another origin go three harmless headers"],
  ],
  "follows redirects without end": [
    (client) => redirected(client, () => ({}), 10),
    ["three redirects are followed, a fourth is not"],
  ],
  "follows no redirect": [
    (client) => (request) => client.request({ ...request, redirect: "answer" }),
    ["redirects of GET and HEAD are followed", "303 becomes a GET without body"],
  ],
  "calls every failure unreachable": [
    (client) => (request) =>
      client.request(request).catch(() => {
        throw new ParleyError("http-unreachable", "away");
      }),
    ["what is no answer is told as such", "the signal ends a request that is not answered"],
  ],
  "tells the URL in its errors": [
    (client) => (request) =>
      client.request(request).catch((error: unknown) => {
        const code = ParleyError.is(error) ? error.code : "unknown";
        throw new ParleyError(code, `${request.url} failed`);
      }),
    ["where nobody listens", "an address that is not public is a forbidden target"],
  ],
  "drops headers that it should refuse": [
    (client) => (request) => {
      const kept = Object.entries(request.headers ?? {}).filter(([name]) => name !== "host");
      return client.request({ ...request, headers: Object.fromEntries(kept) });
    },
    ["headers that set the connection or the framing are refused"],
  ],
  "sends again what failed": [
    (client) => (request) => client.request(request).catch(() => client.request(request)),
    ["what is no answer is told as such, and nothing is sent again"],
  ],
};

/** Follows redirects itself. */
function redirected(
  client: HttpClient,
  headersOf: (request: HttpRequest) => HttpRequest["headers"],
  most: number,
): HttpClient["request"] {
  const follow = async (request: HttpRequest, left: number): Promise<HttpResponse> => {
    const answer = await client.request({ ...request, redirect: "answer" });
    const { location } = answer.headers;
    if (request.method !== "GET" || typeof location !== "string" || left === 0) return answer;
    const url = new URL(location, request.url).href;
    return follow({ ...request, url, headers: headersOf(request) ?? {} }, left - 1);
  };
  return (request) => follow(request, most);
}

/** Runs the tests of the suite whose titles begin with one of `rules`. */
function run(flaw: Flaw, rules: readonly string[], options: TransportUndiciOptions = {}) {
  return collectResults(({ describe, it }) => {
    const runner: Runner = {
      describe,
      it: (title, body) => rules.some((rule) => title.startsWith(rule)) && it(title, body),
    };
    httpClientSuite(runner, "a flawed client", async ({ lookup }) => {
      const container = new Container();
      const module = transportUndici({ lookup, ...options });
      await container.loadAsync(module);
      const client = await container.getAsync(HttpClient);
      let closing: Promise<void> | null = null;
      return {
        client: { request: flaw(client) },
        close: () => (closing ??= container.unloadAsync(module)),
      };
    });
  });
}

/** Every test of these rules is red, and says what to read. */
function expectRed(results: Awaited<ReturnType<typeof run>>, rules: readonly string[]): void {
  for (const rule of rules)
    expect(results.map(({ title }) => title)).toContainEqual(expect.stringContaining(rule));
  for (const { title, failure } of results)
    expect([title, failure?.message]).toEqual([
      title,
      expect.stringContaining(`${title} — see docs/ports.md#httpclient`),
    ]);
}

/** A suite that waits for answers that never come takes its time, more so on a busy machine. */
const timeoutMs = 120_000;

describe("the suite finds a client that", () => {
  it.each(Object.entries(flaws))(
    "%s",
    async (_title, [flaw, rules]) => expectRed(await run(flaw, rules), rules),
    timeoutMs,
  );

  it(
    "goes to this machine",
    async () => {
      const rules = [
        "the target of a redirect is checked",
        "an address that is not public",
        "a name with one address",
        "an allowed origin allows no other",
        "an origin is allowed for one request",
      ];
      const noFlaw: Flaw = (client) => (request) => client.request(request);
      expectRed(await run(noFlaw, rules, { allowInsecureLoopback: true }), rules);
    },
    timeoutMs,
  );
});
