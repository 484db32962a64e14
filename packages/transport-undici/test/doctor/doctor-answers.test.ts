import { describe, expect, it } from "vitest";
import { openPractice, type Practice, textOfOnly, troubles } from "../support/doctor.ts";
import { examined, http } from "../support/examined.ts";
import { rawServer, respondOk } from "../support/raw-server.ts";

describe("the doctor on a receiver's answer", () => {
  for (const [status, body, words, acknowledge] of [
    [200, '{"ok":true}', '`{"ok":true}`', "affirmative"],
    [200, '{"body":"stored"}', '`{"body":"…"}`', "any-2xx"],
    [201, '{"status":"accepted"}', '`{"status":"…"}`', "affirmative"],
    [200, "", "an empty body", "any-2xx"],
    [204, "", "an empty body", "any-2xx"],
    [200, "OK", "plain text", "any-2xx"],
    [202, '{"result":"ok"}', "HTTP 202", "affirmative"],
    [200, JSON.stringify('{"result": "ok"}'), "inside a JSON string", "affirmative"],
    [200, '{"result":"OK"}', "a `result` other than `ok`", "any-2xx"],
    [200, "[]", "JSON that is no object", "any-2xx"],
    [200, "{}", "an object without `result`", "any-2xx"],
    [200, '{"status":null,"error":""}', "an object without `result`", "any-2xx"],
    [200, '{"ok":true,"status":"unknown"}', '`{"ok":true}`', "affirmative"],
  ] as const) {
    it(`names \`acknowledge\` for HTTP ${status} ${body}, and nothing once it is set`, async () => {
      const found = await examined(http(status, body));
      expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
      expect(textOfOnly(found, "fault")).toContain(`\`acknowledge: ${acknowledge}\``);
      expect(textOfOnly(found, "fault")).toContain(words);
      expect(textOfOnly(found, "fault").includes("counts every other 2xx")).toBe(
        acknowledge === "any-2xx",
      );
      expect(troubles(await examined(http(status, body), { acknowledge }))).toEqual([]);
    });
  }

  it("doubts the URL, not the knob, when a page for people comes back", async () => {
    const found = await examined(http(200, "<!doctype html><title>canary"));
    expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
    expect(textOfOnly(found, "fault")).toContain("the channel's URL first");
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  it("warns of a page and of a no that count as delivered under any-2xx", async () => {
    for (const [body, words] of [
      ["<!doctype html><title>canary", "the channel's URL first"],
      ["error", "a number as its code"],
      ['{"status":"error"}', "a number as its code"],
    ] as const) {
      const found = await examined(http(200, body), { acknowledge: "any-2xx" });
      expect(troubles(found)).toEqual(["receiver-acknowledgement warning"]);
      expect(textOfOnly(found, "warning")).toContain(words);
      expect(JSON.stringify(found)).not.toContain("canary");
    }
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
    [200, '{"status":"Error","result":[]}', "a `status` that says no"],
    [200, '{"status":false}', "a `status` that says no"],
    [200, "Not found", "a word that says no"],
    [200, "false", "a word that says no"],
    [200, "null", "`null`"],
    [200, '"null"', "`null`"],
    [200, JSON.stringify('{"ok":false}'), '`{"ok":false}` inside a JSON string'],
    [200, '{"ok":false}', '`{"ok":false}`'],
    [202, '{"success":false}', '`{"success":false}`'],
  ] as const) {
    it(`says how a failure is told, and names no knob, for HTTP ${status} ${body}`, async () => {
      const found = await examined(http(status, body));
      expect(troubles(found)).toEqual(["receiver-acknowledgement fault"]);
      expect(textOfOnly(found, "fault")).toContain(words);
      expect(textOfOnly(found, "fault")).toContain("a number as its code");
      expect(JSON.stringify(found)).not.toMatch(/any-2xx|affirmative|visitor/);
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
    ["a slash at the end, where it is refused too", "/chat/shop/", "another path"],
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
