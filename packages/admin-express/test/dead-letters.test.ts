import { describe, expect, it } from "vitest";
import { fakePorts } from "./support/fake-ports.ts";
import { serve } from "./support/served.ts";

describe("dead letters", () => {
  it("are listed newest first, page by page", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    const failure = { reason: "backend-rejected", description: "no" };
    const first = (await server.send("GET", "/dead-letters")).json as { next: string };
    expect(first).toEqual({
      deadLetters: [
        { conversationId: "c1", channelId: "shop", sequence: 4, failure, acceptedAt: 5 },
      ],
      next: expect.stringMatching(/^cursor\./),
    });
    await server.send("GET", `/dead-letters?before=${first.next}`);
    const twice = await server.send("GET", "/dead-letters?before=a&before=b");
    expect(twice).toMatchObject({ status: 400, json: { error: { code: 40011 } } });
    expect(calls).toEqual([
      ["dead letters", { before: null, limit: 50 }],
      ["dead letters", { before: "cursor", limit: 50 }],
    ]);
  });

  it("are redelivered with 202", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    const answer = await server.send("POST", "/dead-letters/c1/4/redeliver");
    expect(answer).toMatchObject({ status: 202, json: { result: "ok" } });
    expect(calls).toEqual([["redeliver", "c1", 4]]);
  });

  it.each(["/dead-letters/c2/4/redeliver", "/dead-letters/c1/5/redeliver"])(
    "that are none (%s) are 404",
    async (path) => {
      const server = await serve(fakePorts().ports);
      expect(await server.send("POST", path)).toMatchObject({
        status: 404,
        json: { error: { code: 40403 } },
      });
    },
  );

  it.each(["0", "-1", "4.0", "0x4", "4e0", "four", "%204", "99999999999999999999"])(
    "are not looked for under a sequence that is none: %s",
    async (sequence) => {
      const { ports, calls } = fakePorts();
      const server = await serve(ports);
      expect((await server.send("POST", `/dead-letters/c1/${sequence}/redeliver`)).status).toBe(
        404,
      );
      expect(calls).toEqual([]);
    },
  );
});
