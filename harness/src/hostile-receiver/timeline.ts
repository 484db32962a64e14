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

const tickMs = 3_000;
const reportMs = 9_000;
/** Clocks of the gateway and of this check tick in different fractions of a millisecond. */
const earlyMs = 20;

interface AgentSide {
  /** Channel and visitor → conversation. */
  readonly conversations: Map<string, string>;
  /** Conversation → instants of its delivery reports. */
  readonly reports: Map<string, number[]>;
}

/** A real gateway sends one message to each receiver, `perReceiver` times at once; gives the number of attempts. */
export async function runTimeline(
  outside: Outside,
  perReceiver: number,
  findings: Findings,
): Promise<number> {
  const attempts: Attempt[] = [];
  const side: AgentSide = { conversations: new Map(), reports: new Map() };
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
      checkSeries(behaviour, seriesOf(attempts, `c${index}`, visitor), reports, findings);
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
        reports.set(conversationId, [...earlier, performance.now()]);
        return { outcome: "taken" };
      },
    });
  });

async function sendAll(
  gateway: Gateway,
  { conversations }: AgentSide,
  channel: string,
  chatApiUrl: string,
  visitors: readonly string[],
): Promise<void> {
  const added = await gateway.channelAdmin.add({ id: channel, chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  for (const id of visitors) {
    const pass = await gateway.inbox.enter(channel, added.value.randomString);
    if (pass === null) throw new Error(`the channel ${channel} is gone`);
    const envelope = { sender: { id }, message: { type: "text", text: "hello" } };
    await gateway.inbox.accept(pass, new TextEncoder().encode(JSON.stringify(envelope)));
    while (!conversations.has(`${channel} ${id}`)) await pause(1);
    const sent = await gateway.outbox.send({
      conversationId: conversations.get(`${channel} ${id}`) ?? "",
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text: "hello" },
    });
    if (!sent.accepted) throw new Error(sent.refusal.message);
  }
}

function seriesOf(attempts: readonly Attempt[], channel: string, visitor: string): Attempt[] {
  return attempts
    .filter(({ url, body }) => url.endsWith(`/${channel}`) && body.includes(`{"id":"${visitor}"}`))
    .toSorted((one, other) => one.startedAt - other.startedAt);
}

function checkSeries(
  behaviour: Behaviour,
  series: readonly Attempt[],
  reports: readonly number[],
  findings: Findings,
): void {
  const { name, delivered } = behaviour;
  const start = series[0]?.startedAt ?? 0;
  for (const [index, attempt] of series.entries()) {
    checkInstant(
      `"${name}": attempt ${index + 1}`,
      attempt.startedAt - start,
      index * tickMs,
      findings,
    );
    checkAttempt(attempt, behaviour, start + (index + 1) * tickMs, findings);
  }
  for (const at of reports) checkInstant(`"${name}": report`, at - start, reportMs, findings);
  const told = `${series.length} attempts, ${reports.length} reports`;
  const lost = series.length === 3 && reports.length === 1;
  const arrived = series.length >= 1 && series.length <= 3 && reports.length === 0;
  const right = delivered === null ? lost || arrived : delivered ? arrived : lost;
  if (!right) findings.add("wrong course", `"${name}": ${told}`);
}

function checkInstant(what: string, ms: number, expectedMs: number, findings: Findings): void {
  if (ms < expectedMs - earlyMs || ms > expectedMs + graceMs) {
    findings.add("late", `${what} at ${Math.round(ms)} ms, not at ${expectedMs} ms`);
  }
}
