import { GatewayRig, type RouterOptions, ScriptedAgent, scriptedRouter } from "@parley/conformance";
import { ContainerModule } from "inversify";
import { describe, expect, it, onTestFinished } from "vitest";
import { okFinding, warningFinding } from "../../../src/engine/diagnosis/findings/findings.ts";
import { MemoryData, memoryStores } from "../../../src/memory/index.ts";
import { AgentBackend } from "../../../src/ports/agent-backend.ts";
import { AgentRouter } from "../../../src/ports/agent-router.ts";
import { Diagnostician } from "../../../src/ports/services/diagnostician.ts";
import type { Finding } from "../../../src/ports/platform/diagnosis.ts";

const minuteMs = 60_000;

/** A gateway with the agent apps `sales` and `support`; visitors named `support` are for support. */
async function routed(options: RouterOptions = {}) {
  const data = new MemoryData();
  const rig = new (GatewayRig as unknown as new (...all: unknown[]) => GatewayRig)(
    () => memoryStores({ data }),
    {},
    [],
  );
  const sales = new ScriptedAgent(rig.time);
  const support = new ScriptedAgent(rig.time);
  const choose: RouterOptions["choose"] = ({ profile }) => profile.name ?? "sales";
  rig.withRouter(() => scriptedRouter({ sales, support }, { choose, ...options }));
  await rig.startAgain();
  onTestFinished(() => rig.stop());
  await rig.addChannel("shop");
  const say = (id: string, name: string) =>
    rig.visitorSends({ sender: { id, name }, message: { type: "text", text: "hello" } });
  const found = async (check: string): Promise<readonly Finding[]> => {
    const all = await rig.gateway.diagnosis.run({ probe: false }, new AbortController().signal);
    return all.filter((finding) => finding.check === check);
  };
  return { rig, sales, support, say, found };
}

const messagesOf = (found: readonly Finding[]) =>
  found.map(({ level, message }) => `${level}: ${message}`);

describe("with several agent apps, the doctor", () => {
  it("names the one that messages wait for, and the one that nothing waits for", async () => {
    const { rig, support, say, found } = await routed();
    support.backend.answer = () => "throw";
    await say("a", "sales");
    await say("b", "support");
    await say("b", "support");
    await rig.time.advance(5 * minuteMs);
    const [one, other] = messagesOf(await found("backlog"));
    expect(one).toBe('ok: Nothing waits for the agent app "sales".');
    expect(other).toMatch(
      /^warning: 2 visitor messages wait for the agent app "support", the oldest for 3\d\d\.\d s\.$/,
    );
  });

  it("names the owner of conversations whose messages were set aside", async () => {
    const { sales, say, found } = await routed();
    expect(messagesOf(await found("dead-letters"))).toEqual([
      "ok: No visitor message was set aside.",
    ]);
    sales.backend.answer = () => ({ rejected: "no" });
    await say("a", "sales");
    await say("c", "sales");
    await say("b", "support");
    expect(messagesOf(await found("dead-letters"))).toEqual([
      'warning: At least one visitor message of a conversation of the agent app "sales" was set aside, because it could not be taken.',
    ]);
  });

  it("names the one that asked for a pause, or has postponed an event for more than a day", async () => {
    const { rig, sales, support, say, found } = await routed();
    expect(messagesOf(await found("pauses"))).toEqual(["ok: No agent app has asked for a pause."]);
    sales.backend.answer = () => ({ outcome: "later", inMs: minuteMs, scope: "backend" });
    support.backend.answer = () => ({ outcome: "later", inMs: 60 * minuteMs });
    await say("a", "sales");
    await say("b", "support");
    expect(messagesOf(await found("pauses"))).toEqual([
      'warning: The agent app "sales" has asked to be sent nothing, 0 ms ago and for 60.0 s more.',
    ]);
    sales.backend.answer = () => "taken";
    await rig.kill();
    await rig.time.advance(25 * 60 * minuteMs);
    await rig.startAgain();
    await rig.time.advance(minuteMs);
    expect(messagesOf(await found("pauses"))).toEqual([
      expect.stringMatching(
        /^warning: The agent app "support" has postponed an event for more than a day: /,
      ),
    ]);
  });

  it("names the one whose plugin has not answered for five minutes", async () => {
    const { rig, support, say, found } = await routed();
    support.backend.answer = () => "hang";
    await say("b", "support");
    await rig.time.advance(5 * minuteMs);
    expect(messagesOf(await found("plugin-calls"))).toEqual([
      'warning: The plugin of the agent app "support" was called more than five minutes ago and has not answered: 1 call.',
    ]);
  });

  it("tells that one with a fail-over is failing, and where its conversations go", async () => {
    const { rig, sales, support, say, found } = await routed({
      failOver: { sales: { to: "support", afterMs: 10 * minuteMs } },
    });
    const quiet = "ok: No agent app with a fail-over is failing.";
    sales.backend.answer = () => "throw";
    sales.takesOwners = false;
    await say("a", "sales");
    expect(messagesOf(await found("fail-over"))).toEqual([quiet]);
    await rig.time.advance(2 * minuteMs);
    expect(messagesOf(await found("fail-over"))).toEqual([
      'warning: The agent app "sales" has answered no node for 120.0 s. After 600.0 s its conversations go to the agent app "support".',
    ]);
    await rig.time.advance(10 * minuteMs);
    expect(messagesOf(await found("fail-over"))).toEqual([
      'fault: The agent app "sales" has answered no node for 720.0 s: each of its conversations goes to the agent app "support" with its next event.',
    ]);
    await rig.time.advance(5 * minuteMs);
    expect(messagesOf(await found("fail-over"))).toEqual([quiet]);
    expect(support.owners).toHaveLength(1);
  });

  it("tells that neither of two answers, so that nothing moves", async () => {
    const { rig, sales, support, say, found } = await routed({
      failOver: { sales: { to: "support", afterMs: 10 * minuteMs } },
    });
    for (const { backend } of [sales, support]) backend.answer = () => "throw";
    await say("b", "support");
    await say("a", "sales");
    await rig.time.advance(11 * minuteMs);
    expect(messagesOf(await found("fail-over"))).toEqual([
      expect.stringMatching(/^fault: .*, and neither has "support", which would get its /),
    ]);
    sales.backend.answer = () => "taken";
    await say("d", "sales");
    expect(messagesOf(await found("fail-over"))).toEqual([
      "ok: No agent app with a fail-over is failing.",
    ]);
  });

  it("says nothing of fail-over where there is none", async () => {
    const { found } = await routed();
    expect(await found("fail-over")).toEqual([]);
  });
});

/** A router of agent apps that say how they are. */
function sayingRouter(names: readonly string[], diagnose: Diagnostician["diagnose"]) {
  const saying = () =>
    new ContainerModule(({ bind }) => {
      bind(AgentBackend).toConstantValue({
        receive: async () => ({ outcome: "taken" }),
        report: async () => ({ outcome: "taken" }),
        availability: async () => 1,
      });
      bind(Diagnostician).toConstantValue({ name: "the desk", diagnose });
    });
  return new ContainerModule(({ bind }) => {
    bind(AgentRouter).toConstantValue({
      modules: Object.fromEntries(names.map((name) => [name, saying()])),
      takesDefault: null,
      choose: () => names[0] ?? "",
      candidates: () => names,
      receivers: names,
      mayRead: {},
      mayAssign: [],
      failOver: {},
      reassign: {},
    });
  });
}

async function deskFindings(names: readonly string[], diagnose: Diagnostician["diagnose"]) {
  const rig = new (GatewayRig as unknown as new (...all: unknown[]) => GatewayRig)(
    memoryStores,
    {},
    [],
  );
  rig.withRouter(() => sayingRouter(names, diagnose));
  await rig.startAgain();
  onTestFinished(() => rig.stop());
  const all = await rig.gateway.diagnosis.run({ probe: false }, new AbortController().signal);
  return all.filter(({ check }) => ["desk", "diagnosis"].includes(check));
}

describe("what an agent app says of itself", () => {
  it("begins with its name where there are several", async () => {
    const diagnose = async () => [warningFinding("desk", "Nobody is there.", "Wait.")];
    expect(messagesOf(await deskFindings(["sales", "support"], diagnose))).toEqual([
      'warning: The agent app "sales": Nobody is there.',
      'warning: The agent app "support": Nobody is there.',
    ]);
  });

  it("stays as it is where there is one", async () => {
    const one = okFinding("desk", "All is well.");
    expect(await deskFindings(["sales"], async () => [one])).toEqual([one]);
  });

  it("is named when it cannot say how it is", async () => {
    const found = await deskFindings(["sales", "support"], () =>
      Promise.reject(new TypeError("x")),
    );
    expect(messagesOf(found)).toEqual([
      'fault: The agent app "sales": the desk could not report its state (TypeError).',
      'fault: The agent app "support": the desk could not report its state (TypeError).',
    ]);
  });
});
