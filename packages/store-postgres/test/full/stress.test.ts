import {
  aBudget,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
  retryAt,
  SeededRandom,
} from "@parley/conformance";
import type { Append, CommitResult, Lease, MessageStore, Settlement } from "@parley/core";
import { afterAll, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { statement } from "../../src/statements/statement.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const nodes = 4;
const stepsPerNode = 60;
const visitors = 8;
const bound = 3;
const now = 1_700_000_000_000;
const slots = statement(`select coalesce(max(active), 0) as most from
  (select count(*) as active from lanes where kind = 1 and parked is null group by channel) as channels`);
const left = statement("select count(*) as lanes from lanes");

afterAll(stopPostgres);

/** Everything that all nodes have done. Time stands still, so no lease expires. */
class History {
  readonly stored = new Set<string>();
  readonly leases: { readonly lease: Lease; end: "held" | "retry" | "ended" }[] = [];
  readonly conversations: string[] = [];
  unavailable = 0;

  take(appends: readonly Append[], result: CommitResult): readonly Lease[] {
    for (const [index, answer] of result.appends.entries()) {
      if (answer.status === "unavailable") this.unavailable += 1;
      if (answer.status !== "stored") continue;
      this.conversations.push(answer.conversationId);
      const kind = appends[index]?.kind;
      for (const sequence of answer.sequences)
        this.stored.add(`${answer.conversationId} ${kind} ${sequence}`);
    }
    return this.lease(result.leases);
  }

  lease(leases: readonly Lease[]): readonly Lease[] {
    for (const lease of leases) this.leases.push({ lease, end: "held" });
    return leases;
  }

  settled({ token, verdict }: Settlement): void {
    const found = this.leases.find(({ lease }) => lease.token === token);
    if (found !== undefined) found.end = verdict.kind === "retry" ? "retry" : "ended";
  }

  /** Leases of every lane, in the order of their tokens. */
  lanes(): readonly (readonly History["leases"][number][])[] {
    const lanes = Map.groupBy(
      this.leases.toSorted((a, b) => a.lease.token - b.lease.token),
      ({ lease }) => `${lease.lane.conversationId} ${lease.lane.kind}`,
    );
    return [...lanes.values()];
  }
}

class Node {
  readonly #messages: MessageStore;
  readonly #random: SeededRandom;
  readonly #history: History;
  readonly #owner: string;
  readonly #held: Lease[] = [];

  constructor(messages: MessageStore, seed: number, history: History) {
    this.#messages = messages;
    this.#random = new SeededRandom(seed);
    this.#history = history;
    this.#owner = `node-${seed}`;
  }

  async step(): Promise<void> {
    if (this.#below(4) === 0) {
      const budget = this.#budget();
      this.#held.push(...this.#history.lease(await this.#messages.claim(now, budget)));
      return;
    }
    const appends = Array.from({ length: this.#below(4) }, () => this.#append());
    await this.#commit(appends, this.#held.splice(0, this.#below(4)));
  }

  /** Settles held leases and claims more, until none is left. */
  async empty(): Promise<void> {
    for (let turn = 0; turn < 500; turn += 1) {
      this.#held.push(...this.#history.lease(await this.#messages.claim(now, this.#budget(50))));
      if (this.#held.length === 0) return;
      await this.#commit([], this.#held.splice(0), true);
    }
  }

  async #commit(appends: Append[], leases: readonly Lease[], isFinal = false): Promise<void> {
    const settlements = leases.map((lease) => this.#settlement(lease, isFinal));
    const budget = isFinal ? { ...this.#budget(), ...noLeases } : this.#budget();
    const result = await this.#messages.commit({ appends, settlements }, now, budget);
    for (const [index, settlement] of settlements.entries()) {
      const answer = result.settlements[index];
      if (answer === "stale") throw new Error("a lease was lost while time stood still");
      if (answer === "settled") this.#history.settled(settlement);
      else this.#held.push(...leases.slice(index, index + 1));
    }
    this.#held.push(...this.#history.take(appends, result));
  }

  #settlement({ lane, token }: Lease, isFinal: boolean): Settlement {
    const chance = isFinal ? 0 : this.#below(4);
    if (chance === 1) return { lane, token, verdict: retryAt(now) };
    if (chance === 2 && lane.kind !== "reports")
      return { lane, token, verdict: failed('{"about":1}') };
    return { lane, token, verdict: delivered };
  }

  #append(): Append {
    const { conversations } = this.#history;
    const known = conversations[this.#below(conversations.length)];
    if (known !== undefined && this.#below(2) === 0) return anOutboundAppend(known);
    const visitorKey = `v${this.#below(visitors)}`;
    const identity = anIdentity(`m${this.#below(20)}`, `content ${this.#below(3)}`);
    return anInboundAppend({
      visitorKey,
      channelKey: `channel-${this.#below(2)}`,
      candidateId: this.#random.token(20),
      messages: [aText(this.#random.token(5)), aText("second")],
      identity: this.#below(2) === 0 ? identity : null,
    });
  }

  #budget(most = this.#below(6)): ReturnType<typeof aBudget> {
    const { 0: inbound, 1: outbound, 2: reports } = [most, most, most] as const;
    return aBudget({ owner: this.#owner, inbound, outbound, reports, seriesPerChannel: bound });
  }

  #below(limit: number): number {
    return Math.floor(this.#random.fraction() * limit);
  }
}

describe("several nodes under load", () => {
  for (const round of [1, 2, 3]) {
    it(`keep every lane in order, carried once, within its bound, and lose nothing (round ${round})`, async () => {
      const history = new History();
      const { connectionString: connection } = await postgres();
      const schema = freshSchema();
      const databases: Database[] = [];
      for (let node = 0; node < nodes; node += 1)
        databases.push(await Database.open({ connection, schema, allowNonDurable: true }));
      const workers = databases.map(
        (database, index) => new Node(storesOver(database).messages, round * 10 + index, history),
      );
      await Promise.all([...workers.map(run), watchSlots(databases[0])]);
      for (const worker of workers) await worker.empty();
      for (const worker of workers) await worker.empty();
      check(history);
      expect(await databases[0]?.read<{ lanes: number }>(left)).toEqual([{ lanes: 0 }]);
      for (const database of databases) await database.close();
    });
  }
});

async function run(node: Node): Promise<void> {
  for (let step = 0; step < stepsPerNode; step += 1) await node.step();
}

async function watchSlots(database: Database | undefined): Promise<void> {
  for (let look = 0; look < stepsPerNode; look += 1) {
    const [row] = (await database?.read<{ most: number }>(slots)) ?? [];
    expect(row?.most, "no channel has more series than its bound").toBeLessThanOrEqual(bound);
  }
}

function check(history: History): void {
  expect(history.stored.size).toBeGreaterThan(100);
  // In a deadlock both nodes would fail each time. A slow node fails only sometimes.
  expect(history.unavailable / history.stored.size).toBeLessThan(0.05);
  const ended = new Set<string>();
  for (const leases of history.lanes()) {
    let last = 0;
    for (const [index, { lease, end }] of leases.entries()) {
      const { sequence } = lease.head;
      const before = leases[index - 1];
      expect(end, "every lease was settled").not.toBe("held");
      if (before?.end === "retry") expect(sequence, "a retried head stays").toBe(last);
      else expect(sequence, "heads come in order").toBeGreaterThan(last);
      last = sequence;
      if (end !== "ended" || lease.lane.kind === "reports") continue;
      ended.add(`${lease.lane.conversationId} ${lease.lane.kind} ${sequence}`);
    }
  }
  expect([...ended].toSorted()).toEqual([...history.stored].toSorted());
}
