import { expect, test } from "vitest";
import { RequestReader } from "../src/receiver/request-reader.ts";

const counted = `POST /ok/in HTTP/1.1\r\nHost: x\r\ncontent-length: 7\r\n\r\n{"a":1}`;
const chunked = `POST /slow-20/out/shop HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"b"\r\n3\r\n:2}\r\n0\r\n\r\n`;

function read(pieces: readonly string[]): readonly (readonly string[])[] {
  const requests: string[][] = [];
  const reader = new RequestReader((path, body) => void requests.push([path, body]));
  for (const piece of pieces) reader.read(Buffer.from(piece, "latin1"));
  return requests;
}

test("requests are read wherever the network has cut them", () => {
  const wire = counted + chunked + counted;
  const whole = read([wire]);
  expect(whole.map(([path]) => path)).toEqual(["/ok/in", "/slow-20/out/shop", "/ok/in"]);
  expect(whole[0]?.[1]).toBe(`{"a":1}`);
  expect(whole[1]?.[1]).toContain(`{"b"`);
  for (let cut = 1; cut < wire.length; cut += 1)
    expect(read([wire.slice(0, cut), wire.slice(cut)])).toEqual(whole);
  expect(read([...wire])).toEqual(whole);
});

test("a request that is not in whole is not told", () => {
  expect(read([counted.slice(0, -1)])).toEqual([]);
  expect(read([chunked.slice(0, -1)])).toEqual([]);
});
