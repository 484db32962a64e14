import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { okResponse, rawServer } from "../support/raw-server.ts";
import { openTransport } from "../support/transport.ts";

describe("connections of one rush", () => {
  const rush = 32;

  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["no hint", "", 4_000],
    ["a hint", "\r\nkeep-alive: timeout=3", 1_000],
    ["a long one", "\r\nkeep-alive: timeout=65", 30_000],
  ])("end one after the other where the server gives %s", async (_, header, lastMs) => {
    const respond = okResponse.replace("200 OK", `200 OK${header}`);
    const server = await rawServer((_socket, index) => {
      if (index === rush - 1) for (const waiting of server.sockets) waiting.write(respond);
    });
    const transport = await openTransport();
    await Promise.all(Array.from({ length: rush }, () => transport.post(server.url)));
    await turnsUntil(() => vi.getTimerCount() === rush);
    const closed = () => server.sockets.filter(({ closed: isClosed }) => isClosed).length;
    const closedBy = async (ms: number, least: number) => {
      vi.advanceTimersByTime(ms);
      await turnsUntil(() => closed() >= least);
      return closed();
    };
    expect(await closedBy(lastMs - 256, rush / 2)).toBe(rush / 2);
    expect(await closedBy(256, rush)).toBe(rush);
  });
});

async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
