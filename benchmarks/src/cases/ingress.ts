import { type CaseResult, figure, ratios, type Row } from "../figure.ts";
import type { Shape } from "../load/body.ts";
import { type Contender, interleave } from "../rounds.ts";
import type { ParleyOptions } from "../stacks/parley.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median } from "../statistics.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../process/child.ts";
import type { Received } from "../receiver/tally.ts";
import { withSides, withStack } from "./sides.ts";

/** A contender: a stack with its options. */
interface Ingress {
  readonly name: string;
  readonly stack: string;
  readonly options: Partial<ParleyOptions>;
  /** Default `visitor`. */
  readonly shape?: Shape;
}

const held = { agent: "held" } as const;
const contenders: readonly Ingress[] = [
  { name: "express", stack: "plain-express", options: {} },
  { name: "bare", stack: "bare-http", options: {} },
  { name: "ingress-express", stack: "parley", options: { ingress: "express", ...held } },
  { name: "ingress-node", stack: "parley", options: { ingress: "node", ...held } },
];
/** A row without a key: with the delivery too. */
const taken: Ingress = {
  name: "ingress-taken",
  stack: "parley",
  options: { ingress: "node", agent: "memory" },
};
/** A row without a key: it stores nothing. */
const chat: Ingress = { name: "chat", stack: "chat", options: {}, shape: "telegram" };
const writers = 640;
const timeoutMs = 30_000;
const restMs = 100;

/** Messages per contender and round, for each number of connections. */
export interface IngressSettings {
  readonly rounds: number;
  readonly messages: number;
  /** Messages before the measurement. */
  readonly warmUp: number;
  /** Whether to measure with 16 connections too. */
  readonly few: boolean;
  /** Whether to measure the `chat` SDK too, which needs Redis. */
  readonly chat: boolean;
}

/**
 * Ingress alone: the cost of a durable 200, compared with a server that stores nothing. The agent app answers nothing
 * until all messages are in, so that delivery is not measured. Then each message must reach it once and in order.
 */
export async function measureIngress(settings: IngressSettings): Promise<CaseResult> {
  const { rounds, few } = settings;
  const all = [...contenders, taken, ...(settings.chat ? [chat] : [])];
  const at64 = await interleave(all.map(at(64, settings)), rounds, perSecond);
  const pair = contenders.filter(({ name }) => name === "express" || name === "ingress-express");
  const at16 = few ? await interleave(pair.map(at(16, settings)), rounds, perSecond) : null;
  const against = (ours: string, theirs: string, results = at64) =>
    ratios(results.get(ours) ?? [], results.get(theirs) ?? []);
  const figures = [
    figure("ingress-express/express", against("ingress-express", "express")),
    figure("ingress-node/express", against("ingress-node", "express")),
    figure("ingress-node/bare", against("ingress-node", "bare")),
  ];
  const rows = rowsOf(at64, 64);
  const told = settingsOf(all.map(({ name }) => name));
  if (at16 === null) return { figures, rows, settings: told };
  figures.push(figure("ingress-express/express@16", against("ingress-express", "express", at16)));
  return { figures, rows: [...rows, ...rowsOf(at16, 16)], settings: told };
}

function at(connections: number, { messages, warmUp }: IngressSettings) {
  return ({ name, stack, options, shape = "visitor" }: Ingress): Contender<number> => ({
    name,
    run: () =>
      withSides((sides) =>
        withStack(stack, { ...options, receiverPort: sides.receiverPort }, async (child) => {
          const { port, visitorPath: path } = child.ready;
          const order = { port, path, shape, connections, writers } as const;
          await sides.send({ ...order, messages: warmUp });
          const { acceptedPerSecond } = await sides.send({ ...order, messages });
          if (stack === "parley") await allTaken(child, warmUp + messages);
          return acceptedPerSecond;
        }),
      ),
  });
}

/** @throws Error unless the agent app has received all messages, each once and in order. */
async function allTaken(gateway: Child<unknown>, messages: number): Promise<void> {
  let received = await gateway.ask<Received>({});
  for (let waitedMs = 0; received.messages < messages && waitedMs < timeoutMs; waitedMs += restMs) {
    await pause(restMs);
    received = await gateway.ask<Received>({});
  }
  const { repeated, outOfOrder } = received;
  if (received.messages !== messages || repeated + outOfOrder > 0)
    throw new Error(
      `${received.messages} of ${messages} taken, ${repeated} again, ${outOfOrder} out of order`,
    );
}

function rowsOf(
  results: ReadonlyMap<string, readonly number[]>,
  connections: number,
): readonly Row[] {
  const table = `Ingress alone, ${connections} connections`;
  return [...results].map(([name, rates]) => ({
    table,
    name,
    cells: { "accepted/s": Math.round(median(rates)) },
  }));
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")}/s`;
}
