import { describe, expect, it } from "vitest";
import { saysNo, shapeOf } from "../../../src/engine/diagnosis/answer-shape.ts";

const bytes = (body: string): Uint8Array => new TextEncoder().encode(body);

describe("a body that says no", () => {
  it.each([
    '{"error":"no such visitor"}',
    '{"error":{"message":"no such visitor"}}',
    '{"error":{"code":"1"}}',
    '{"error":[]}',
    '{"error":1}',
    '{"error":true,"ok":true}',
    '{"result":"error"}',
    '{"result":"Rejected"}',
    '{"result":"failed","error":null}',
    '{"result":false}',
    '{"result":null}',
    '{"ok":false}',
    '{"ok":false,"status":"stored"}',
    '{"success":false}',
    '{"result":"ok","success":false}',
    '{"status":"Error"}',
    '{"status":false,"result":[]}',
    '"error"',
    "false",
    "Not found",
    "null",
    '"null"',
    JSON.stringify('{"ok":false}'),
  ])("is %s", (body) => {
    expect(saysNo(bytes(body))).toBe(true);
  });

  it.each([
    "",
    "OK",
    "[]",
    "{}",
    "<p>no</p>",
    '{"ok":true}',
    '{"ok":true,"error":null}',
    '{"success":true}',
    '{"body":"stored"}',
    '{"status":"accepted"}',
    '{"result":"ok"}',
    '{"result":"OK"}',
    '{"result":"Ok","error":null}',
    '{"error":false}',
    '{"error":0}',
    '{"success":true,"error":""}',
    '{"result":"success"}',
    '{"result":"accepted"}',
    '{"result":true}',
    '{"result":{"id":5}}',
    '{"jsonrpc":"2.0","result":1,"id":1}',
    '{"ok":true,"status":"unknown"}',
    '{"result":"ok","status":"error"}',
    '{"status":null}',
    '{"ok":true,"error":"none"}',
    JSON.stringify('{"ok":true}'),
  ])("is not %s", (body) => {
    expect(saysNo(bytes(body))).toBe(false);
  });

  it("has a shape in which nothing of it is repeated", () => {
    expect(shapeOf(bytes('{"error":"canary"}'))).toBe("an `error` without a numeric `code`");
    expect(shapeOf(bytes('{"result":"canary"}'))).toBe("a `result` other than `ok`");
    expect(shapeOf(bytes('{"result":"FAILED"}'))).toBe("a `result` that says no");
  });
});
