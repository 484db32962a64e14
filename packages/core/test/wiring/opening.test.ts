import { ManualTime, NodeTime, SeededRandom, testPlatform } from "@parley/conformance";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { expect, it } from "vitest";
import { Bounds, defaultBounds } from "../../src/engine/bounds.ts";
import { ParleyError } from "../../src/errors.ts";
import { createGateway } from "../../src/gateway.ts";
import { memoryStores } from "../../src/memory/index.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Transport } from "../../src/ports/transport.ts";
import { Clock } from "../../src/ports/platform/clock.ts";
import { Digest } from "../../src/ports/platform/digest.ts";
import { Logger } from "../../src/ports/platform/logger.ts";
import { Random } from "../../src/ports/platform/random.ts";
import { Timers } from "../../src/ports/platform/timers.ts";
import { gatewayOptions } from "../../src/wiring/gateway-options.ts";
import { OpenTimeLimit } from "../../src/wiring/open-time-limit.ts";
import { agent, backend, binds, opens, together, working } from "./support/adapters.ts";

/** A failed start waits so long for each adapter that does not close. */
const closeWithinMs = 5_000;
const foo = Symbol.for("@acme/Desk") as ServiceIdentifier<object>;

it("names two adapters that provide one port, also an optional one", async () => {
  const bounds = () => binds(Bounds, defaultBounds);
  await expect(createGateway(...working(), backend(), bounds(), bounds())).rejects.toMatchObject({
    code: "port-bound-twice",
    message: "Adapters 5 and 6 provide Bounds: pass only one of them to createGateway.",
  });
});

it("refuses an adapter that is passed twice", async () => {
  const twice = backend();
  await expect(createGateway(...working(), twice, twice)).rejects.toMatchObject({
    code: "adapter-passed-twice",
    message: "createGateway: arguments 4 and 5 are the same adapter. Pass it once.",
  });
});

it("passes on the error of an adapter that names its own mistake", async () => {
  const own = new ParleyError("desk-token-missing", "The desk needs a token.");
  const starting = createGateway(
    ...working(),
    opens(AgentBackend, () => Promise.reject(own)),
  );
  await expect(starting).rejects.toBe(own);
});

it("runs each module once", async () => {
  let runs = 0;
  const counting = new ContainerModule(({ bind }) => {
    runs += 1;
    bind(AgentBackend).toConstantValue(agent);
  });
  const gateway = await createGateway(...working(), counting);
  await gateway.close();
  expect(runs).toBe(1);
});

it("takes an adapter made with another copy of inversify", async () => {
  const foreign = backend();
  const load = foreign.load.bind(foreign);
  const gateway = await createGateway(...working(), { load } as ContainerModule);
  expect(await gateway.ready()).toBe(true);
  await gateway.close();
});

it("names a platform whose timers are incomplete, or do not open", async () => {
  const others = [
    memoryStores(),
    binds(Transport, { post: () => Promise.reject(new Error("unused")) }),
  ];
  const platform = (timers: ContainerModule) =>
    together(
      timers,
      binds(Clock, { now: () => 0 }),
      binds(Random, { token: () => "", fraction: () => 0 }),
      binds(Digest, { of: () => "", equal: () => true, mac: () => "" }),
      binds(Logger, { debug() {}, info() {}, warn() {}, error() {} }),
    );
  const incomplete = platform(binds(Timers, {} as Timers));
  await expect(createGateway(incomplete, ...others, backend())).rejects.toMatchObject({
    code: "port-incomplete",
    message: "Adapter 1 provides Timers without the methods after, soon.",
  });
  const failing = platform(opens(Timers, () => Promise.reject(new Error("no clock here"))));
  await expect(createGateway(failing, ...others, backend())).rejects.toMatchObject({
    code: "adapter-failed",
    message: "Adapter 1, which provides Timers, could not be opened: no clock here",
  });
});

it("gives an adapter that needs longer the time that it asks for", async () => {
  const time = new ManualTime();
  let finish = (): void => {};
  const slow = opens(
    AgentBackend,
    () => new Promise<AgentBackend>((done) => (finish = () => done(agent))),
  );
  const started = createGateway(
    testPlatform(new NodeTime(time), new SeededRandom(), []),
    memoryStores(),
    binds(Transport, { post: () => Promise.reject(new Error("unused")) }),
    together(slow, binds<number | null>(OpenTimeLimit, null)),
  );
  await time.advance(3_600_000);
  finish();
  const gateway = await started;
  expect(await gateway.ready()).toBe(true);
  await gateway.close();
});

it("keeps the default of a bound that is undefined", async () => {
  const options = gatewayOptions({
    bounds: { seriesPerChannel: 3, inboundLeases: undefined } as unknown as Partial<Bounds>,
  });
  const gateway = await createGateway(...working(), backend(), options);
  expect(await gateway.get(Bounds)).toEqual({ ...defaultBounds, seriesPerChannel: 3 });
  await gateway.close();
});

it("ends although a service that another adapter needs never opens", async () => {
  const time = new ManualTime();
  const started = createGateway(
    testPlatform(new NodeTime(time), new SeededRandom(), []),
    memoryStores(),
    binds(Transport, { post: () => Promise.reject(new Error("unused")) }),
    opens(foo, () => new Promise<object>(() => {})),
    opens(AgentBackend, () => agent, [foo]),
  ).catch((error: unknown) => error);
  await time.advance(30_000 + 2 * closeWithinMs);
  expect(await started).toMatchObject({
    code: "adapter-not-opened",
    message: "Adapter 5, which provides AgentBackend, did not open within 30 s.",
  });
});

it("names a service that nobody provides", async () => {
  const gateway = await createGateway(...working(), backend());
  await expect(gateway.get(foo)).rejects.toMatchObject({
    code: "port-missing",
    message: "No adapter provides @acme/Desk.",
  });
  await gateway.close();
});

it("names an adapter that does not open in time, closes the others, and closes it when it opens late", async () => {
  const time = new ManualTime();
  const closed: string[] = [];
  const open: (() => void)[] = [];
  const slow = new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue(() => new Promise<typeof agent>((done) => open.push(() => done(agent))))
      .inSingletonScope()
      .onDeactivation(() => void closed.push("agent app"));
  });
  const wire = new ContainerModule(({ bind }) => {
    bind(Transport)
      .toResolvedValue(() => ({ post: () => Promise.reject(new Error("unused")) }))
      .inSingletonScope()
      .onDeactivation(() => void closed.push("transport"));
  });
  const started = createGateway(
    testPlatform(new NodeTime(time), new SeededRandom(), []),
    memoryStores(),
    wire,
    slow,
    gatewayOptions({ openWithinMs: 5_000 }),
  ).catch((error: unknown) => error);
  await time.advance(4_999);
  expect(closed).toEqual([]);
  await time.advance(1 + closeWithinMs);
  expect(await started).toMatchObject({
    code: "adapter-not-opened",
    message: "Adapter 4, which provides AgentBackend, did not open within 5 s.",
  });
  expect(closed).toEqual(["transport"]);
  for (const finish of open) finish();
  await time.settle();
  expect(closed).toEqual(["transport", "agent app"]);
});
