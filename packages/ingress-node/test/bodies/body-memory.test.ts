import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { messageLimit, readBody } from "../../src/request-body.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
// Whichever thread starts from here on has none, as before: another test puts its own in its place.
setFlagsFromString("--no-expose-gc");

/** Hands one chunk over, and keeps no hold of it. */
function give(request: PassThrough, byte: number): WeakRef<Buffer> {
  const chunk = Buffer.from([byte]);
  request.emit("data", chunk);
  return new WeakRef(chunk);
}

it("a body that comes a byte at a time keeps few of its chunks while the rest is waited for", async () => {
  const request = Object.assign(new PassThrough(), { headers: {} });
  const body = readBody(request as unknown as IncomingMessage, messageLimit);
  const given = Array.from({ length: messageLimit.bytes }, (_, at) => give(request, at % 256));
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(given.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(100);
  request.emit("end");
  const { bytes } = (await body) as { readonly bytes: Uint8Array };
  expect([bytes.length, bytes[300]]).toEqual([messageLimit.bytes, 300 % 256]);
});
