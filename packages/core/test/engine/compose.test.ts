import { GatewayRig, type LogLine, SeededRandom, testPlatform } from "@parley/conformance";
import { ContainerModule } from "inversify";
import { describe, expect, it } from "vitest";
import { ParleyError } from "../../src/errors.ts";
import { createGateway } from "../../src/gateway.ts";
import { memoryStores } from "../../src/memory/index.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Clock } from "../../src/ports/platform/clock.ts";
import { MessageStore } from "../../src/ports/stores/message-store.ts";
import { Transport } from "../../src/ports/transport.ts";
import { NodeTime, ManualTime } from "@parley/conformance";

function platform(): ContainerModule {
  return testPlatform(new NodeTime(new ManualTime()), new SeededRandom(), []);
}

function fittings(closed: string[], fail = false): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Transport)
      .toResolvedValue(() => ({ post: () => Promise.reject(new Error("unused")) }))
      .inSingletonScope()
      .onDeactivation(() => void closed.push("transport"));
    bind(AgentBackend)
      .toResolvedValue(async () => {
        if (fail) throw new Error("the agent app is not configured");
        return {
          availability: async () => 1 as const,
          receive: async () => ({ outcome: "taken" as const }),
          report: async () => ({ outcome: "taken" as const }),
        };
      })
      .inSingletonScope()
      .onDeactivation(() => void closed.push("backend"));
  });
}

describe("createGateway", () => {
  it("names the port that no adapter brings, and what brings it", async () => {
    const composed = createGateway(platform(), memoryStores());
    await expect(composed).rejects.toMatchObject({
      code: "port-missing",
      message: expect.stringContaining("Transport") as string,
    });
  });

  it("names the port that two adapters bring", async () => {
    const composed = createGateway(platform(), memoryStores(), memoryStores(), fittings([]));
    await expect(composed).rejects.toMatchObject({ code: "port-bound-twice" });
  });

  it("says how to leave out the platform's clock beside a store that brings its own", async () => {
    const clock = new ContainerModule(({ bind }) => {
      bind(Clock).toConstantValue({ now: () => 0 });
    });
    const composed = createGateway(platform(), clock, memoryStores(), fittings([]));
    await expect(composed).rejects.toMatchObject({
      code: "port-bound-twice",
      message: expect.stringContaining("platformNode({ clock: false })") as string,
    });
  });

  it("tells of a store that gives no due lanes, and when it gives them again", async () => {
    const time = new ManualTime();
    const log: LogLine[] = [];
    let fails = true;
    const none = { inbound: null, outbound: null, reports: null };
    const moody = new ContainerModule(({ onActivation }) => {
      onActivation(MessageStore, (_, store) =>
        Object.assign(store, {
          nextDueAt: async () => {
            if (fails) throw new ParleyError("store-failed", "canary");
            return none;
          },
        }),
      );
    });
    const parts = [memoryStores(), moody, fittings([])];
    const real = testPlatform(new NodeTime(time), new SeededRandom(), log);
    const gateway = await createGateway(real, ...parts);
    await time.advance(5_000);
    fails = false;
    await time.advance(5_000);
    await gateway.close();
    expect(log.map(({ event, fields }) => [event, fields["error"]])).toEqual([
      ["due lanes could not be read from the store", "store-failed"],
      ["due lanes can be read from the store again", undefined],
    ]);
  });

  it("closes what the adapters opened, exactly once, in reverse", async () => {
    const closed: string[] = [];
    const gateway = await createGateway(platform(), memoryStores(), fittings(closed));
    await Promise.all([gateway.close(), gateway.close()]);
    expect(closed.toSorted()).toEqual(["backend", "transport"]);
  });

  it("leaves nothing open when an adapter cannot start", async () => {
    const closed: string[] = [];
    await expect(createGateway(platform(), memoryStores(), fittings(closed, true))).rejects.toThrow(
      "the agent app is not configured",
    );
    expect(closed).toEqual(["transport"]);
  });

  it("gives an adapter's own service, and is ready while it runs", async () => {
    const gateway = await createGateway(platform(), memoryStores(), fittings([]));
    expect(await gateway.get(MessageStore)).toBeDefined();
    expect(await gateway.ready()).toBe(true);
    gateway.drain();
    expect(await gateway.ready()).toBe(false);
    await gateway.close();
  });

  it("closes the others when one adapter does not close well", async () => {
    const closed: string[] = [];
    const stubborn = new ContainerModule(({ bind }) => {
      bind(AgentBackend)
        .toResolvedValue(() => ({
          availability: async () => 1 as const,
          receive: async () => ({ outcome: "taken" as const }),
          report: async () => ({ outcome: "taken" as const }),
        }))
        .inSingletonScope()
        .onDeactivation(() => Promise.reject(new Error("the socket is stuck")));
    });
    const wire = new ContainerModule(({ bind }) => {
      bind(Transport)
        .toResolvedValue(() => ({ post: () => Promise.reject(new Error("unused")) }))
        .inSingletonScope()
        .onDeactivation(() => void closed.push("transport"));
    });
    const gateway = await createGateway(platform(), memoryStores(), wire, stubborn);
    await gateway.close();
    expect(closed).toEqual(["transport"]);
  });

  it("works for a second gateway in one process", async () => {
    const rigs = await Promise.all([1, 2].map(() => GatewayRig.start(() => memoryStores())));
    await Promise.all(rigs.map((rig) => rig.say("hello")));
    expect(rigs.map((rig) => rig.backend.taken.length)).toEqual([1, 1]);
    await Promise.all(rigs.map((rig) => rig.stop()));
  });
});
