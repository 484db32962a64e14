import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ShopStream } from "../../src/page/shop-stream.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** A shop's server with heartbeats every 5 s, behind a network that can drop all data. */
function startShop() {
  const said: boolean[] = [];
  const shop = { isSilent: false, streams: 0, opened: 0 };
  const open = (onLife: () => void): (() => void) => {
    shop.streams += 1;
    shop.opened += 1;
    const isDead = shop.isSilent;
    let cancel = (): void => {};
    const beat = (): void => {
      cancel = after(5_000, beat);
      if (!isDead && !shop.isSilent) onLife();
    };
    cancel = after(1, beat);
    return () => {
      shop.streams -= 1;
      cancel();
    };
  };
  const stream = new ShopStream({ open, after }, (isConnected) => {
    if (said.at(-1) !== isConnected) said.push(isConnected);
  });
  return { shop, said, stream };
}

describe("the stream of the shop's page", () => {
  it("is known within 15 s to pass nothing, and is opened anew until something comes", async () => {
    const { shop, said, stream } = startShop();
    stream.show();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([said, shop.opened]).toEqual([[true], 1]);
    shop.isSilent = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(45_000);
    shop.isSilent = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect([said, shop.streams]).toEqual([[true, false, true], 1]);
  });

  it("is closed while the page is hidden", async () => {
    const { shop, said, stream } = startShop();
    stream.show();
    await vi.advanceTimersByTimeAsync(1_000);
    stream.hide();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([said, shop.streams, shop.opened]).toEqual([[true], 0, 1]);
    stream.show();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([said, shop.streams, shop.opened]).toEqual([[true], 1, 2]);
  });
});
