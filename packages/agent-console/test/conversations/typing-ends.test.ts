import { ManualTime } from "@parley/conformance";
import { SignalHub } from "@parley/core/memory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TypingSignal } from "../../page/conversations/composer/typing-signal.ts";
import type { EventReader } from "../support/console-client.ts";
import { accountOf, joined } from "../support/accounts/people.ts";
import { text } from "../support/browser/reading.ts";
import { sessionId, startStreamHost, type StreamHost } from "../support/nodes/stream-host.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

afterEach(() => {
  vi.useRealTimers();
});

describe("an agent's typing", () => {
  it("ends with the session, whoever ends it, for the visitor and for colleagues", async () => {
    const { host, client } = await start();
    await client.signIn();
    const ben = await joined(host, client);
    await host.visitor(text(1, "hello"));
    const { body } = await client.ask<{ conversations: { id: string }[] }>("GET", "/conversations");
    const path = `/conversations/${body.conversations[0]?.id}/typing`;
    const { id } = await accountOf(ben);
    const page = await client.events();
    await ben.ask("POST", path, { type: "typein" });
    expect(await page.next("writing")).toMatchObject({ data: { name: "Ben", type: "typein" } });
    await client.ask("DELETE", `/people/${id}/sessions`);
    // This event arrives before the gateway's own limit of 10 s could end the typing.
    await client.ask("PUT", "/presence", { available: true });
    expect(await page.next()).toMatchObject({ data: { name: "Ben", type: "typeout" } });
    await client.ask("POST", path, { type: "typein" });
    await client.ask("POST", "/auth/sign-out");
    const types = () => host.sent.map(({ message }) => (message as { type: string }).type);
    await expect
      .poll(types, { timeout: 30_000 })
      .toEqual(["typein", "typeout", "typein", "typeout"]);
    await page.close();
  });

  it("ends when no page of the session has come back for 3 s", async () => {
    const gone: string[] = [];
    const host = await startStreamHost();
    host.streams.onGone((sessionId) => gone.push(sessionId));
    const isOpen = () => host.streams.isOpen(sessionId);
    const first = await host.reads();
    await first.events.close();
    await expect.poll(isOpen, { timeout: 30_000 }).toBe(false);
    const second = await host.reads();
    await host.time.advance(3_000);
    expect(gone).toEqual([]);
    await second.events.close();
    await expect.poll(isOpen, { timeout: 30_000 }).toBe(false);
    await host.time.advance(2_999);
    expect(gone).toEqual([]);
    await host.time.advance(1);
    expect(gone).toEqual([sessionId]);
    await host.close();
  });

  it("goes on while its page moves to another node, and ends on every node when the page is gone", async () => {
    const [hub, time] = [new SignalHub(), new ManualTime()];
    const gone: string[] = [];
    const nodes = [];
    for (const name of ["a", "b", "c"]) {
      const host = await startStreamHost({ hub, time });
      host.streams.onGone(() => gone.push(name));
      nodes.push(host);
    }
    const [a, b] = nodes as [StreamHost, StreamHost];
    const closed = async ({ streams }: StreamHost, page: { events: EventReader }) => {
      await page.events.close();
      await expect.poll(() => streams.isOpen(sessionId), { timeout: 30_000 }).toBe(false);
    };
    // The page leaves one node, then connects to another.
    await closed(a, await a.reads());
    const atB = await b.reads();
    await time.advance(60_000);
    expect(gone).toEqual([]);
    // The page connects to another node, and the first notices later that it has left.
    const atA = await a.reads();
    await time.settle();
    await closed(b, atB);
    await time.advance(60_000);
    expect(gone).toEqual([]);
    await closed(a, atA);
    await time.advance(2_999);
    expect(gone).toEqual([]);
    await time.advance(1);
    expect(gone).toEqual(["a", "b", "c"]);
    for (const host of nodes) await host.close();
  });

  it("waits for no page once the console is closed", async () => {
    const started: number[] = [];
    const time = new ManualTime();
    const after = time.after.bind(time);
    const cancelled: number[] = [];
    time.after = (ms, callback) => {
      const cancel = after(ms, callback);
      if (ms === 3_000) started.push(ms);
      return () => {
        if (ms === 3_000) cancelled.push(ms);
        cancel();
      };
    };
    const host = await startStreamHost({ time });
    const page = await host.reads();
    await page.events.close();
    await expect.poll(() => started, { timeout: 30_000 }).toHaveLength(1);
    await host.reads();
    await host.close();
    expect([started, cancelled]).toEqual([[3_000], [3_000]]);
  });

  it("is said again every 5 s while the agent types, and its end once", () => {
    vi.useFakeTimers();
    const said: string[] = [];
    const signal = new TypingSignal((type) => said.push(`${Date.now()} ${type}`));
    const begunAt = Date.now();
    const at = (ms: number, type: string) => `${begunAt + ms} ${type}`;
    for (let second = 0; second < 12; second += 1) {
      signal.wrote(true);
      vi.advanceTimersByTime(1_000);
    }
    expect(said).toEqual([at(0, "typein"), at(5_000, "typein"), at(10_000, "typein")]);
    vi.advanceTimersByTime(60_000);
    signal.stop();
    expect(said.slice(3)).toEqual([at(15_000, "typein"), at(16_000, "typeout")]);
  });
});
