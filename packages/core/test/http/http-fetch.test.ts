import { describe, expect, it } from "vitest";
import { ParleyError } from "../../src/errors.ts";
import { httpFetch, type HttpFetchOptions } from "../../src/http/http-fetch.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../../src/ports/http-client.ts";

const url = "https://desk.example/a?b=c";

const streamOf = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

/** A client that notes requests and gives one answer, and a `fetch` over it. */
function fetchOver(answer: Partial<HttpResponse> | Error = {}, options: HttpFetchOptions = {}) {
  const requests: HttpRequest[] = [];
  const client: HttpClient = {
    request: async (request) => {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return { status: 200, url: request.url, headers: {}, body: streamOf("ok"), ...answer };
    },
  };
  return { requests, fetch: httpFetch(client, options) };
}

async function textOf(body: HttpRequest["body"]): Promise<string> {
  return body === undefined ? "" : new Response(body as BodyInit).text();
}

describe("the request of a fetch", () => {
  it("has method, URL and headers of text, URL and Request alike", async () => {
    const { requests, fetch } = fetchOver();
    const init = { method: "put", headers: { "X-A": "b" }, body: "text" };
    await fetch(url, init);
    await fetch(new URL(url), init);
    await fetch(new Request(url, init));
    for (const { method, headers, ...request } of requests) {
      expect([method, request.url, await textOf(request.body)]).toEqual(["PUT", url, "text"]);
      expect(headers).toEqual({
        accept: "*/*",
        "accept-encoding": "identity",
        "content-type": "text/plain;charset=UTF-8",
        "x-a": "b",
      });
    }
  });

  it("carries every kind of body whole, with its type", async () => {
    const { requests, fetch } = fetchOver();
    const form = new FormData();
    form.set("file", new Blob(["text"], { type: "text/plain" }), "a.txt");
    const bytes = new TextEncoder().encode("text");
    const bodies = [
      "text",
      bytes,
      bytes.buffer,
      new Blob(["text"]),
      new URLSearchParams("a=b"),
      form,
    ];
    for (const body of bodies) await fetch(url, { method: "POST", body });
    const sent = await Promise.all(requests.map(({ body }) => textOf(body)));
    expect(sent.slice(0, 5)).toEqual(["text", "text", "text", "text", "a=b"]);
    expect(requests.every(({ body }) => body instanceof Uint8Array)).toBe(true);
    const [type = "", boundary = ""] = requests[5]?.headers?.["content-type"]?.split("=") ?? [];
    expect(type).toBe("multipart/form-data; boundary");
    expect(sent[5]).toContain(`--${boundary}\r\n`);
    expect(requests[4]?.headers?.["content-type"]).toContain("application/x-www-form-urlencoded");
  });

  it("carries a stream as a stream", async () => {
    const { requests, fetch } = fetchOver();
    const init = { method: "POST", body: streamOf("text"), duplex: "half" } as RequestInit;
    await fetch(url, init);
    expect(requests[0]?.body).toBeInstanceOf(ReadableStream);
    expect(await textOf(requests[0]?.body)).toBe("text");
  });

  it("has no header that the client sets itself", async () => {
    const { requests, fetch } = fetchOver();
    const headers = {
      host: "x",
      connection: "close",
      "content-length": "9",
      "accept-encoding": "br",
    };
    await fetch(url, { headers });
    expect(requests[0]?.headers).toEqual({ accept: "*/*", "accept-encoding": "identity" });
  });

  it("has the limit and the origins of the fetch", async () => {
    const options = { limitBytes: 7, allowOrigins: ["http://desk.internal"] };
    const { requests, fetch } = fetchOver({}, options);
    await fetch(url);
    expect(requests[0]).toMatchObject(options);
  });

  it("follows redirects unless it is told otherwise", async () => {
    const { requests, fetch } = fetchOver({ status: 302, headers: { location: "/there" } });
    await fetch(url);
    expect((await fetch(url, { redirect: "manual" })).status).toBe(302);
    await expect(fetch(url, { redirect: "error" })).rejects.toBeInstanceOf(TypeError);
    expect(requests.map(({ redirect }) => redirect)).toEqual(["follow", "answer", "answer"]);
  });
});

describe("the response of a fetch", () => {
  it("has status, headers, body and the URL that answered", async () => {
    const headers = { "content-type": "text/plain", "set-cookie": ["a=1, 2", "b"] };
    const { fetch } = fetchOver({ status: 201, headers, url: "https://files.example/a" });
    const response = await fetch(`${url}#d`);
    expect([response.status, response.ok, await response.text()]).toEqual([201, true, "ok"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1, 2", "b"]);
    expect([response.url, response.redirected]).toEqual(["https://files.example/a", true]);
    const plain = await fetchOver({ url }).fetch(`${url}#d`);
    expect([plain.url, plain.redirected]).toEqual([url, false]);
  });

  it("has no body where none may be", async () => {
    for (const status of [204, 205, 304]) {
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
      expect((await fetchOver({ status, body }).fetch(url)).body).toBeNull();
      expect(isCancelled).toBe(true);
    }
    expect((await fetchOver().fetch(url, { method: "HEAD" })).body).toBeNull();
  });

  it("comes part by part, and cancels the answer with itself", async () => {
    const next = Promise.withResolvers<void>();
    let cancelled: unknown = null;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
      pull: () => next.promise,
      cancel: (reason) => void (cancelled = reason),
    });
    const response = await fetchOver({ body }).fetch(url);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toEqual(new TextEncoder().encode("first"));
    await reader?.cancel("enough");
    expect(cancelled).toBe("enough");
  });

  it("is none for an answer that is compressed all the same, or has an impossible status", async () => {
    for (const answer of [{ headers: { "content-encoding": "gzip" } }, { status: 999 }]) {
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
      const asking = fetchOver({ ...answer, body }).fetch(url);
      await expect(asking).rejects.toBeInstanceOf(TypeError);
      expect(isCancelled).toBe(true);
    }
  });
});

it("a fetch fits where the global one does", async () => {
  const library = (given: typeof fetch) => given(url);
  expect((await library(fetchOver().fetch)).status).toBe(200);
});

describe("a fetch that fails", () => {
  const error = new ParleyError("http-unreachable", "There is no connection.");

  it("rejects with a TypeError whose cause is the client's error", async () => {
    const failure: unknown = await fetchOver(error)
      .fetch(url)
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toHaveProperty("cause", error);
  });

  it("rejects with a TypeError for a body that breaks", async () => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(error) });
    const response = await fetchOver({ body }).fetch(url);
    const failure: unknown = await response.text().catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toHaveProperty("cause", error);
  });

  it("rejects with the reason of the signal that ended it: the caller's, or the deadline", async () => {
    const caller = new AbortController();
    const deadline = new AbortController();
    const client: HttpClient = {
      request: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new ParleyError("http-timeout", "over")));
        }),
    };
    const fetch = httpFetch(client, { deadline: () => deadline.signal });
    const first = fetch(url, { signal: caller.signal });
    const second = fetch(url);
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    await expect(first).rejects.toMatchObject({ name: "AbortError" });
    deadline.abort(new DOMException("over", "TimeoutError"));
    await expect(second).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("rejects for a relative URL, as every fetch does", async () => {
    const { requests, fetch } = fetchOver();
    await expect(fetch("/a")).rejects.toBeInstanceOf(TypeError);
    expect(requests).toEqual([]);
  });
});
