import { once } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  said,
  sessionId,
  startStreamHost,
  type StreamHost,
  type StreamHostOptions,
} from "../../support/nodes/stream-host.ts";

const kibibyte = 1_024;
const hosts: StreamHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function start(options?: StreamHostOptions): Promise<StreamHost> {
  const host = await startStreamHost(options);
  hosts.push(host);
  return host;
}

describe("a page that does not read", () => {
  it.each([
    ["its session signs out", async (host: StreamHost) => host.streams.endOf(sessionId)],
    ["the console is closed", async (host: StreamHost) => host.streams.close()],
    ["its hour is over", (host: StreamHost) => host.time.advance(60 * 60 * 1_000)],
  ])("is gone a second after %s, and harms nobody until then", async (_, end) => {
    const host = await start();
    const { response } = await host.neverReads();
    const other = (await host.reads()).events;
    await host.fill(response, 200 * kibibyte);
    await end(host);
    const write = vi.spyOn(response, "write");
    for (let count = 0; count < 3; count += 1) host.live.publish(said("afterwards"));
    await host.time.advance(999);
    expect([response.destroyed, write.mock.calls]).toEqual([false, []]);
    await host.time.advance(1);
    expect(response.destroyed).toBe(true);
    await host.time.advance(60_000);
    await other.close();
  });

  it("survives an error of its connection, which ends no process", async () => {
    const host = await start();
    const { response } = await host.neverReads();
    response.emit("error", new Error("the peer is gone"));
    host.live.publish(said("afterwards"));
    const other = (await host.reads()).events;
    expect(await other.next("presence")).not.toBeNull();
    await other.close();
  });

  it("holds little of the gateway's memory, is not cut off, and starts again once it has read", async () => {
    const host = await start();
    const { events, response } = await host.reads();
    await host.fill(response, 512 * kibibyte);
    for (let count = 0; count < 100; count += 1) host.live.publish(said("y".repeat(20_000)));
    expect(response.writableLength).toBeLessThan(600 * kibibyte);
    expect(response.destroyed).toBe(false);

    const drained = once(response, "drain");
    expect(await events.next("reset")).toEqual({ type: "reset", id: host.live.latestId, data: {} });
    await drained;
    expect(await events.next()).toMatchObject({ type: "presence" });
    host.live.publish(said("news"));
    expect(await events.next()).toMatchObject({ data: { message: { text: "news" } } });
    await events.close();
  });

  it("leaves nobody listening when it was gone before its stream began", async () => {
    const host = await start({
      before: async (response) => {
        response.socket?.destroy();
        await once(response, "close");
      },
    });
    const listen = vi.spyOn(host.live, "listen");
    await host.neverReads();
    await host.time.advance(60_000);
    expect(listen).not.toHaveBeenCalled();
  });
});

describe("a page that reads", () => {
  it("hears every 5 s, from the start, that its stream lives and whose it is, until its hour is over", async () => {
    const host = await start();
    const { events, response } = await host.reads();
    const write = vi.spyOn(response, "write");
    const beat = { type: "beat", id: "", data: { accountId: "account-1" } };
    expect(await events.next("beat")).toEqual(beat);
    await host.time.advance(10_000);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await events.next("beat")).toEqual(beat);
    await host.time.advance(60 * 60 * 1_000);
    expect(await events.next("never")).toBeNull();
    expect(response.writableFinished).toBe(true);
  });
});

describe("a page that comes back", () => {
  it.each([300, 3_000])(
    "is told to load everything again after %i KiB, and is up to date then",
    async (missed) => {
      const host = await start();
      for (let kib = 0; kib < missed; kib += 10) host.live.publish(said("x".repeat(10 * kibibyte)));
      const { events } = await host.reads("boot-0");
      const reset = await events.next();
      expect(reset).toEqual({ type: "reset", id: host.live.latestId, data: {} });
      expect(await events.next()).toMatchObject({ type: "presence" });
      await events.close();

      host.live.publish(said("news"));
      const again = (await host.reads(reset?.id)).events;
      expect(await again.next()).toMatchObject({ data: { message: { text: "news" } } });
      await again.close();
    },
  );

  it("is told everything that it missed up to 256 KiB", async () => {
    const host = await start();
    for (let count = 0; count < 24; count += 1) host.live.publish(said("x".repeat(10 * kibibyte)));
    const { events } = await host.reads("boot-0");
    for (let count = 1; count <= 24; count += 1) {
      expect(await events.next()).toMatchObject({ type: "message", id: `boot-${count}` });
    }
    expect(await events.next()).toMatchObject({ type: "presence" });
    await events.close();
  });
});
