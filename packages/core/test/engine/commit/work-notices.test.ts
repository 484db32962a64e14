import "reflect-metadata";
import {
  anInboundAppend,
  aBudget,
  ManualTime,
  noLeases,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { AgentBackend, createGateway, Transport, WorkNotices } from "@parley/core";
import { createMemoryStores, MemoryData, memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { describe, expect, it } from "vitest";

/** A gateway on stores into which another node writes, and what tells it of that. */
async function start() {
  const time = new ManualTime();
  const backend = new ScriptedBackend(time);
  const data = new MemoryData();
  const callbacks = new Set<() => void>();
  const notices: WorkNotices = {
    listen: (callback) => {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
  };
  const fittings = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(Transport).toConstantValue(new ScriptedTransport(time));
    bind(WorkNotices).toConstantValue(notices);
  });
  const platform = testPlatform(time, new SeededRandom(), []);
  const gateway = await createGateway(platform, memoryStores({ data }), fittings);
  await time.advance(100);
  const other = createMemoryStores({ data }).messages;
  const leaveWork = () =>
    other.commit(
      { appends: [anInboundAppend()], settlements: [] },
      time.now(),
      aBudget({ ...noLeases, owner: "another" }),
    );
  return { time, backend, gateway, callbacks, leaveWork };
}

describe("what another node leaves due", () => {
  it("is found by polling, within a second", async () => {
    const { time, backend, gateway, leaveWork } = await start();
    await leaveWork();
    await time.advance(20);
    expect(backend.taken).toHaveLength(0);
    await time.advance(1_000);
    expect(backend.taken).toHaveLength(1);
    await gateway.close();
  });

  it("is found at once after a notice, however many come", async () => {
    const { time, backend, gateway, callbacks, leaveWork } = await start();
    await leaveWork();
    for (let notice = 0; notice < 50; notice += 1) for (const call of callbacks) call();
    await time.advance(20);
    expect(backend.taken).toHaveLength(1);
    await gateway.close();
  });

  it("is no longer heard of once the gateway drains", async () => {
    const { gateway, callbacks } = await start();
    expect(callbacks.size).toBe(1);
    gateway.drain();
    expect(callbacks.size).toBe(0);
    await gateway.close();
  });
});
