import { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { WholeAnswer } from "../../src/connections/whole-answer.ts";
import { WholeRequest } from "../../src/connections/whole-request.ts";

function held(...pieces: readonly (string | null)[]): WholeRequest {
  const request = new WholeRequest(new Socket());
  request.hold(4);
  for (const piece of pieces) request.push(piece === null ? null : Buffer.from(piece));
  return request;
}

function reader() {
  const told: string[] = [];
  const take = (chunk: Buffer): void => void told.push(chunk.toString());
  return { told, take, end: () => void told.push("end"), gone: () => void told.push("gone") };
}

describe("a request whose body is held", () => {
  it("gives who reads its stream all of it", async () => {
    const request = held("ab", "cd", null);
    expect([request.readableLength, request.readableEnded]).toEqual([4, false]);
    expect(await text(request)).toBe("abcd");
    expect([request.readableLength, request.readableEnded]).toEqual([0, true]);
  });

  it("gives who reads before its end what comes behind as well", async () => {
    const request = held("ab");
    const read = text(request);
    request.push(Buffer.from("cd"));
    request.push(null);
    expect(await read).toBe("abcd");
  });

  it("asks for no more once it has more than it may", () => {
    const request = held();
    const more = ["ab", "cd", "e"].map((piece) => request.push(Buffer.from(piece)));
    expect(more).toEqual([true, true, false]);
  });

  it("hands a reader what came and what comes, and is at its end for all others", () => {
    const request = held("ab");
    const { told, ...to } = reader();
    expect(request.handTo(to)).toBe(true);
    request.push(Buffer.from("cd"));
    request.push(null);
    expect(told).toEqual(["ab", "cd", "end"]);
    expect([request.readableEnded, request.read(), request.readableLength]).toEqual([
      true,
      null,
      0,
    ]);
  });

  it("has one reader, whoever holds it again", () => {
    const request = held();
    const { told, ...to } = reader();
    request.handTo(to);
    request.hold(4);
    expect(request.handTo(reader())).toBe(false);
    request.push(Buffer.from("ab"));
    request.push(null);
    expect(told).toEqual(["ab", "end"]);
  });

  it("tells its reader when it is given up", () => {
    const request = held("ab").on("error", () => {});
    const { told, ...to } = reader();
    request.handTo(to);
    request.destroy(new Error("gone"));
    expect(told).toEqual(["ab", "gone"]);
  });
});

it.each([
  ["waits for it to be readable", (request: WholeRequest) => request.on("readable", () => {})],
  ["holds it back", (request: WholeRequest) => request.pause()],
])("a request is not held where somebody %s", (_name, use) => {
  const request = new WholeRequest(new Socket());
  use(request);
  request.hold(4);
  expect(request.handTo(reader())).toBe(false);
});

it("an answer in one piece is that of its server, also where a process has two", () => {
  const answer = new WholeAnswer(["Content-Length", "2"], "{}");
  const keeps = (keepAliveTimeout: number, maxRequestsPerSocket: number): string | undefined =>
    /Keep-Alive: (.*)\r/.exec(answer.of({ keepAliveTimeout, maxRequestsPerSocket } as never))?.[1];
  const kept = [keeps(5_000, 7), keeps(9_999, 7), keeps(9_999, 0), keeps(0, 7)];
  expect(kept).toEqual(["timeout=5, max=7", "timeout=9, max=7", "timeout=9", undefined]);
});
