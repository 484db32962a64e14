import type { Respond } from "@parley/conformance";
import type { Channel, Finding } from "@parley/core";
import { describe, expect, it } from "vitest";
import { openPractice, type Practice, textOfOnly, troubles } from "./support/doctor.ts";
import { rawServer, respondOk } from "./support/raw-server.ts";

/** An answer with a body, and whatever headers beside. */
function http(status: number, body = "", headers: readonly string[] = []): Respond {
  const lines = [
    `HTTP/1.1 ${status} Any`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return (socket) => void socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

async function examined(
  respond: Respond,
  knobs: Partial<Channel["knobs"]> = {},
  path = "/chat",
): Promise<readonly Finding[]> {
  const server = await rawServer(respond);
  return (await openPractice()).examine(server.url + path, knobs);
}

/** Answers by what the request looks like. */
async function examinedBy(
  choose: (request: string) => Respond,
  knobs: Partial<Channel["knobs"]> = {},
  path = "/chat",
): Promise<readonly Finding[]> {
  const server = await rawServer((socket, index) =>
    choose(server.requests[index] ?? "")(socket, index),
  );
  return (await openPractice()).examine(server.url + path, knobs);
}

const chunked = (request: string): boolean => /^transfer-encoding: chunked/im.test(request);

describe("the doctor on a receiver's answer", () => {
  for (const [status, body, words] of [
    [200, '{"ok":true}', '`{"ok":true}`'],
    [200, '{"body":"stored"}', '`{"body":"…"}`'],
    [201, '{"status":"accepted"}', '`{"status":"…"}`'],
    [200, "", "an empty body"],
    [204, "", "an empty body"],
    [200, "OK", "plain text"],
    [202, '{"result":"ok"}', "HTTP 202"],
    [200, '{"result":"OK"}', "a `result` other than `ok`"],
    [200, "[]", "JSON that is no object"],
    [200, "{}", "an object without `result`"],
  ] as const) {
    it(`names \`acknowledge\` for HTTP ${status} ${body}, and nothing once it is set`, async () => {
      const found = await examined(http(status, body));
      expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
      expect(textOfOnly(found, "fault")).toContain("`acknowledge: any-2xx`");
      expect(textOfOnly(found, "fault")).toContain(words);
      expect(troubles(await examined(http(status, body), { acknowledge: "any-2xx" }))).toEqual([]);
    });
  }

  it("doubts the URL, not the knob, when a page for people comes back", async () => {
    const found = await examined(http(200, "<!doctype html><title>canary"));
    expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
    expect(textOfOnly(found, "fault")).toContain("the channel's URL first");
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  it("tells of an error that is no failure shape, whatever the knob", async () => {
    for (const acknowledge of ["result-ok", "any-2xx"] as const) {
      const found = await examined(http(200, '{"error":{"code":"E1"}}'), { acknowledge });
      expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
      expect(textOfOnly(found, "fault")).toContain("a number as its code");
    }
  });

  for (const [status, body, words] of [
    [200, '{"error":"no such visitor"}', "an `error` without a numeric `code`"],
    [201, '{"error":{"message":"no such visitor"}}', "an `error` without a numeric `code`"],
    [200, '{"result":"error"}', "a `result` that says no"],
    [200, '{"status":"Error"}', "a `status` that says no"],
    [200, '{"ok":false}', '`{"ok":false}`'],
    [202, '{"success":false}', '`{"success":false}`'],
  ] as const) {
    it(`says how a failure is told, and names no knob, for HTTP ${status} ${body}`, async () => {
      const found = await examined(http(status, body));
      expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
      expect(textOfOnly(found, "fault")).toContain(words);
      expect(textOfOnly(found, "fault")).toContain("a number as its code");
      expect(JSON.stringify(found)).not.toMatch(/any-2xx|visitor/);
    });
  }

  for (const [code, message] of [
    [1, "please try again later"],
    [503, "no"],
  ] as const) {
    it(`names \`failureShape\` when a failure reads as if it would pass: ${code} ${message}`, async () => {
      const body = JSON.stringify({ error: { code, message } });
      const found = await examined(http(200, body));
      expect(troubles(found)).toEqual(["receiver-failure-shape warning"]);
      expect(textOfOnly(found, "warning")).toContain("`failureShape: redeliver`");
      expect(textOfOnly(found, "warning")).not.toContain(message);
    });
  }

  it("says that a failure for a visitor who is made up may mean nothing", async () => {
    const found = await examined(http(200, '{"error":{"code":7,"message":"no such visitor"}}'));
    expect(troubles(found)).toEqual(["receiver-failure-shape warning"]);
    expect(textOfOnly(found, "warning")).not.toContain("failureShape:");
  });

  for (const [what, location, words] of [
    ["another host", "https://www.shop.example/chat/shop?k=canary", "www.shop.example"],
    ["a slash at the end", "/chat/shop/", "`{channel}/`"],
    ["a page to sign in at", "/login?from=canary", "another path"],
    ["nowhere", null, "where messages are taken"],
  ] as const) {
    it(`tells of a redirect to ${what}, without its path or query`, async () => {
      const found = await examined(
        http(302, "", location === null ? [] : [`Location: ${location}`]),
      );
      expect(troubles(found)).toEqual(["receiver-redirect fault"]);
      expect(textOfOnly(found, "fault")).toContain(words);
      expect(JSON.stringify(found)).not.toMatch(/canary|login/);
    });
  }

  it("tries the path without the channel's id before it advises a template", async () => {
    const known = (request: string) => request.startsWith("POST /chat?");
    const found = await examinedBy((request) => (known(request) ? respondOk : http(404)));
    expect(troubles(found)).toEqual(["receiver-path fault"]);
    expect(textOfOnly(found, "fault")).toContain("`?channel={channel}`");
  });

  it("advises no template when nothing is there either way", async () => {
    const found = await examined(http(404));
    expect(troubles(found)).toEqual(["receiver-path fault"]);
    expect(textOfOnly(found, "fault")).not.toContain("`?channel");
  });

  it("says what else is wrong with a receiver behind its right path", async () => {
    const found = await examinedBy(
      (request) => (request.startsWith("POST /chat?k=1&") ? http(200, '{"ok":true}') : http(405)),
      {},
      "/chat?k=1",
    );
    expect(troubles(found)).toEqual(["receiver-path fault", "receiver-acknowledgement fault"]);
  });

  for (const [what, body] of [
    ["a page for people", "<!doctype html><title>Shop"],
    ["a no", '{"error":"not found"}'],
  ] as const) {
    it(`advises neither template nor transfer for ${what} that the second try is answered with`, async () => {
      const other = (request: string) => request.startsWith("POST /chat?") || chunked(request);
      for (const [status, trouble] of [
        [404, "receiver-path fault"],
        [400, "receiver-status fault"],
      ] as const) {
        const respond = (request: string) => http(other(request) ? 200 : status, body);
        const found = await examinedBy(respond, { transfer: "content-length" });
        expect(troubles(found)).toEqual([trouble]);
        expect(textOfOnly(found, "fault")).not.toMatch(/`\?channel|transfer:/);
      }
    });
  }

  for (const [transfer, other, status] of [
    ["chunked", "content-length", 411],
    ["content-length", "chunked", 400],
  ] as const) {
    it(`names \`transfer: ${other}\` for a receiver that answers ${transfer} with ${status}`, async () => {
      const found = await examinedBy(
        (request) => (chunked(request) === (transfer === "chunked") ? http(status) : respondOk),
        { transfer },
      );
      expect(troubles(found)).toEqual(["receiver-transfer fault"]);
      expect(textOfOnly(found, "fault")).toContain(`\`transfer: ${other}\``);
    });
  }

  for (const [status, words] of [
    [400, "§4.3"],
    [401, "credentials"],
    [415, "application/json"],
    [429, "limit of requests"],
    [500, "its log"],
  ] as const) {
    it(`says what HTTP ${status} may come from`, async () => {
      const found = await examined(http(status));
      expect(troubles(found)).toEqual(["receiver-status fault"]);
      expect(textOfOnly(found, "fault")).toContain(words);
    });
  }

  it("tells of a receiver that hangs up", async () => {
    const found = await examined((socket) => void socket.destroy());
    expect(troubles(found)).toEqual(["receiver-answer fault"]);
  });

  for (const [ms, trouble] of [
    [1_000, []],
    [1_001, ["receiver-latency warning"]],
    [3_001, ["receiver-latency fault"]],
  ] as const) {
    it(`judges an answer that takes ${ms} ms`, async () => {
      const practice: Practice = await openPractice();
      const server = await rawServer((socket, index) => {
        practice.time.spend(ms);
        respondOk(socket, index);
      });
      expect(troubles(await practice.examine(server.url))).toEqual(trouble);
    });
  }

  it("tells of a receiver that never answers", async () => {
    const practice: Practice = await openPractice();
    const server = await rawServer(() => void practice.time.advance(6_000));
    expect(troubles(await practice.examine(server.url))).toEqual(["receiver-latency fault"]);
  });

  it("repeats no query, no token and no word of a receiver", async () => {
    for (const respond of [http(500, "canary"), http(200, "canary"), http(404, "canary")]) {
      const found = await examined(respond, {}, "/chat?token=canary");
      expect(JSON.stringify(found)).not.toContain("canary");
    }
  });
});
