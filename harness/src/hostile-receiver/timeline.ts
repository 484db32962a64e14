import { AgentBackend, createGateway, type Gateway } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { platformNode } from "@parley/platform-node";
import { ContainerModule } from "inversify";
import { setTimeout as pause } from "node:timers/promises";
import { type Attempt, openTransport, recorded } from "./attempts.ts";
import { checkAttempt, graceMs } from "./attempt-checks.ts";
import type { Behaviour } from "./behaviour.ts";
import { behaviours } from "./behaviours/all.ts";
import type { Findings } from "./findings.ts";
import type { Outside } from "./outside.ts";
import { starvedMs } from "./starvation.ts";

const tickMs = 3_000;
const reportMs = 9_000;
/** Clocks of the gateway and of this check tick in different fractions of a millisecond. */
const earlyMs = 20;

interface AgentSide {
  /** Channel and visitor → conversation. */
  readonly conversations: Map<string, string>;
  /** Channel and visitor → when the agent began to send. */
  readonly starts: Map<string, Instant>;
  /** Conversation → instants of its delivery reports. */
  readonly reports: Map<string, Instant[]>;
}

interface Instant {
  readonly at: number;
  readonly starvedMs: number;
}

/** A real gateway sends one message to each receiver, `perReceiver` times at once; gives the number of attempts. */
export async function runTimeline(
  outside: Outside,
  perReceiver: number,
  findings: Findings,
): Promise<number> {
  const attempts: Attempt[] = [];
  const side: AgentSide = { conversations: new Map(), starts: new Map(), reports: new Map() };
  const { transport, close } = await openTransport();
  const gateway = await createGateway(
    platformNode({ logLevel: "error" }),
    memoryStores(),
    recorded(transport, attempts),
    agentApp(side),
  );
  const visitors = Array.from({ length: perReceiver }, (_, index) => `v${index}`);
  await Promise.all(
    behaviours.map((behaviour, index) =>
      sendAll(gateway, side, `c${index}`, outside.urlOf(behaviour), visitors),
    ),
  );
  await pause(reportMs + 3 * graceMs);
  for (const [index, behaviour] of behaviours.entries()) {
    for (const visitor of visitors) {
      const conversation = side.conversations.get(`c${index} ${visitor}`) ?? "";
      const reports = side.reports.get(conversation) ?? [];
      const start = side.starts.get(`c${index} ${visitor}`) ?? now();
      checkSeries(
        behaviour,
        { start, reports, attempts: seriesOf(attempts, `c${index}`, visitor) },
        findings,
      );
    }
  }
  await gateway.close();
  await close();
  return attempts.length;
}

const agentApp = ({ conversations, reports }: AgentSide): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async ({ channelId, visitor, conversationId }) => {
        conversations.set(`${channelId} ${visitor.id}`, conversationId);
        return { outcome: "taken" };
      },
      report: async ({ conversationId }) => {
        const earlier = reports.get(conversationId) ?? [];
        reports.set(conversationId, [...earlier, now()]);
        return { outcome: "taken" };
      },
    });
  });

async function sendAll(
  gateway: Gateway,
  { conversations, starts }: AgentSide,
  channel: string,
  chatApiUrl: string,
  visitors: readonly string[],
): Promise<void> {
  const added = await gateway.channelAdmin.add({ id: channel, chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  for (const id of visitors) {
    const pass = await gateway.inbox.authenticate(channel, added.value.randomString);
    if (pass === null) throw new Error(`the channel ${channel} is gone`);
    const envelope = { sender: { id }, message: { type: "text", text: "hello" } };
    await gateway.inbox.accept(pass, new TextEncoder().encode(JSON.stringify(envelope)));
    while (!conversations.has(`${channel} ${id}`)) await pause(1);
    starts.set(`${channel} ${id}`, now());
    const sent = await gateway.outbox.send({
      conversationId: conversations.get(`${channel} ${id}`) ?? "",
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text: "hello" },
    });
    if (!sent.accepted) throw new Error(sent.refusal.message);
  }
}

function now(): Instant {
  return { at: performance.now(), starvedMs: starvedMs() };
}

function seriesOf(attempts: readonly Attempt[], channel: string, visitor: string): Attempt[] {
  return attempts
    .filter(({ url, body }) => url.endsWith(`/${channel}`) && body.includes(`{"id":"${visitor}"}`))
    .toSorted((one, other) => one.startedAt - other.startedAt);
}

interface Series {
  readonly start: Instant;
  readonly attempts: readonly Attempt[];
  readonly reports: readonly Instant[];
}

function checkSeries(
  behaviour: Behaviour,
  { start, attempts, reports }: Series,
  findings: Findings,
): void {
  const { name, delivered } = behaviour;
  const check = (what: string, { at, starvedMs }: Instant, expectedMs: number): void => {
    const allowedMs = graceMs + starvedMs - start.starvedMs;
    const ms = Math.round(at - start.at);
    if (ms >= expectedMs - earlyMs && ms <= expectedMs + allowedMs) return;
    findings.add("late", `"${name}": ${what} at ${ms} ms, not at ${expectedMs} ms`);
  };
  for (const [index, attempt] of attempts.entries()) {
    const { startedAt, startedStarvedMs } = attempt;
    const begun = { at: startedAt, starvedMs: startedStarvedMs };
    check(`attempt ${index + 1}`, begun, index * tickMs);
    const deadline = start.at + (index + 1) * tickMs;
    checkAttempt(attempt, behaviour, { deadline, sinceStarvedMs: start.starvedMs }, findings);
  }
  for (const report of reports) check("report", report, reportMs);
  const told = `${attempts.length} attempts, ${reports.length} reports`;
  const lost = attempts.length === 3 && reports.length === 1;
  const arrived = attempts.length >= 1 && attempts.length <= 3 && reports.length === 0;
  const right = delivered === null ? lost || arrived : delivered ? arrived : lost;
  if (!right) findings.add("wrong course", `"${name}": ${told}`);
}
