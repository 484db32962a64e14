import { describe, expect, it } from "vitest";
import {
  type Acknowledgement,
  readAcknowledgement,
} from "../../src/protocol/answers/acknowledgement.ts";
import type { AcknowledgementKnobs } from "../../src/protocol/knobs.ts";
import { bytes } from "./bodies.ts";

const any2xx: AcknowledgementKnobs = { acknowledge: "any-2xx" };

const read = (
  status: number,
  body: string | Uint8Array,
  knobs: AcknowledgementKnobs = { acknowledge: "result-ok" },
  truncated = false,
): Acknowledgement =>
  readAcknowledgement(status, typeof body === "string" ? bytes(body) : body, truncated, knobs);

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("an acknowledgement (§4.3, ruling 14)", () => {
  it.each([
    '{"result":"ok"}',
    '\ufeff {"x":[1],"result":"ok"}\n',
    '{"result":"ok","error":null}',
    '{"error":"none","result":"ok"}',
  ])("is positive on 200 with result ok and no error object: %j", (body) => {
    expect(read(200, body)).toEqual({ kind: "positive" });
  });

  it.each([
    "",
    "ok",
    '"ok"',
    "[]",
    "null",
    "1",
    '{"result":"OK"}',
    '{"result":true}',
    '[{"result":"ok"}]',
    '{"result":"ok"',
    '{"__proto__":{"result":"ok"}}',
    '{"result":"ok","error":{}}',
    '{"error":{"code":"1"},"result":"ok"}',
    "<html>",
    `{"result":"ok","a":${"[".repeat(40)}${"]".repeat(40)}}`,
  ])("is unusable on 200 otherwise: %j", (body) => {
    expect(read(200, body)).toEqual({ kind: "unusable" });
  });

  it("is unusable when it is not UTF-8, or was not received whole", () => {
    expect(read(200, latin1('{"result":"ok","x":"é"}'))).toEqual({ kind: "unusable" });
    expect(read(200, '{"result":"ok"}', { acknowledge: "result-ok" }, true)).toEqual({
      kind: "unusable",
    });
  });

  it("is not positive on any other status", () => {
    for (const status of [100, 201, 204, 400, 404, 500, 503, 599]) {
      expect(read(status, '{"result":"ok"}')).toEqual({ kind: "http-status", status });
    }
  });

  it("is a redirect on 3xx, which is never followed", () => {
    for (const status of [300, 301, 302, 307, 308, 399]) {
      expect(read(status, '{"result":"ok"}')).toEqual({ kind: "redirect" });
      expect(read(status, "", any2xx)).toEqual({ kind: "redirect" });
    }
  });
});

describe("the knob acknowledge: any-2xx (ruling 14)", () => {
  it("takes any 2xx that is neither null nor an error", () => {
    for (const body of ["", "ok", "{}", '{"result":"no"}', "<html>", '{"status":', "[]"]) {
      expect(read(200, body, any2xx)).toEqual({ kind: "positive" });
      expect(read(204, body, any2xx)).toEqual({ kind: "positive" });
    }
    expect(read(200, latin1("naïve"), any2xx)).toEqual({ kind: "positive" });
    expect(read(200, "<html>…", any2xx, true)).toEqual({ kind: "positive" });
  });

  it("does not take a 2xx with an error object, nor one that may hide it", () => {
    expect(read(200, '{"error":{}}', any2xx)).toEqual({ kind: "unusable" });
    expect(read(201, '{"result":"ok","error":{"code":"x"}}', any2xx)).toEqual({ kind: "unusable" });
    expect(read(200, '\n{"a":1,', any2xx, true)).toEqual({ kind: "unusable" });
    expect(read(200, `{"a":${"[".repeat(40)}`, any2xx)).toEqual({ kind: "unusable" });
  });

  it("does not take other statuses", () => {
    for (const status of [100, 199, 400, 500]) {
      expect(read(status, "", any2xx)).toEqual({ kind: "http-status", status });
    }
  });
});

describe("the failure shape (§4.3, rulings 16 and 17)", () => {
  it("is seen on any status, whatever the knob", () => {
    for (const status of [200, 201, 302, 400, 500]) {
      for (const knobs of [any2xx, { acknowledge: "result-ok" } as const]) {
        expect(
          read(status, '{"result":"ok","error":{"code":7,"message":"No such user"}}', knobs),
        ).toEqual({
          kind: "failure-shape",
          status,
          code: 7,
          description: "No such user",
        });
      }
    }
  });

  it("has no description when the message is missing, blank or no string", () => {
    for (const error of ['{"code":7}', '{"code":7,"message":" "}', '{"code":7,"message":5}']) {
      expect(read(200, `{"error":${error}}`)).toEqual({
        kind: "failure-shape",
        status: 200,
        code: 7,
      });
    }
  });

  it("has its description cut to 1000 code points and made well-formed", () => {
    const body = JSON.stringify({ error: { code: 1, message: `\ud800${"😀".repeat(1000)}` } });
    expect(read(200, body)).toMatchObject({ description: `\ufffd${"😀".repeat(999)}` });
  });

  it("is seen through bad UTF-8, so that the agent gets what can be read", () => {
    expect(read(200, latin1('{"error":{"code":1,"message":"refusé"}}'))).toMatchObject({
      kind: "failure-shape",
      description: "refus\ufffd",
    });
  });

  it("needs a number as code, at the top level", () => {
    for (const body of [
      '{"error":{"code":"1","message":"x"}}',
      '{"error":{"code":1e999}}',
      '{"a":{"error":{"code":1}}}',
      '[{"error":{"code":1}}]',
    ]) {
      expect(read(500, body)).toEqual({ kind: "http-status", status: 500 });
    }
  });
});
