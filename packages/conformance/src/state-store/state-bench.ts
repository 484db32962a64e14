import type {
  Claim,
  DueEntries,
  StateLimits,
  StateWrite,
  StoredEntry,
  WriteAnswer,
  WriteCondition,
} from "@parley/core";
import { noLeases } from "../samples/samples.ts";
import type { StoreBench } from "../stores/store-bench.ts";
import { wantSome } from "../want.ts";

/** How long a claim of these rules lasts, in ms. */
export const claimMs = 4_000;
const ample: StateLimits = { entries: 1_000, bytes: 1_000_000 };

interface PutFields {
  readonly value?: unknown;
  readonly conversationId?: string | null;
  readonly due?: number | null;
  readonly expiresAt?: number | null;
  readonly when?: WriteCondition;
}

/** A `put`; fields that are left out keep what the entry has. */
export function put(key: string, fields: PutFields = {}): StateWrite {
  const { value = key, conversationId, due, expiresAt, when = {} } = fields;
  return { kind: "put", key, value: JSON.stringify(value), conversationId, due, expiresAt, when };
}

export function remove(key: string, when: WriteCondition = {}): StateWrite {
  return { kind: "delete", key, when };
}

export function wake(key: string): StateWrite {
  return { kind: "wake", key };
}

/** The end of a due call. */
export function end(claim: Claim, due: number | null, hasFailed = false): StateWrite {
  return { kind: "end", claim, due, hasFailed };
}

/** Commits one batch. */
export async function write(
  bench: StoreBench,
  writes: readonly StateWrite[],
  { instance = "app", limits = ample }: { instance?: string; limits?: StateLimits } = {},
): Promise<WriteAnswer> {
  const { states } = await bench.commit({ states: [{ instance, writes, limits }] }, noLeases);
  return wantSome("a commit answers each batch of a plugin", states[0]);
}

/** What a batch answered: `true`, or why it was refused. */
export async function outcome(
  bench: StoreBench,
  ...writes: readonly StateWrite[]
): Promise<true | string> {
  const answer = await write(bench, writes);
  return answer.written || answer.why;
}

export function get(bench: StoreBench, key: string, instance = "app"): Promise<StoredEntry | null> {
  return bench.stores.state.get(instance, key, bench.now);
}

/** The value of an entry; `undefined`: there is none. */
export async function valueOf(bench: StoreBench, key: string, instance = "app"): Promise<unknown> {
  const entry = await get(bench, key, instance);
  return entry === null ? undefined : JSON.parse(entry.value);
}

export async function keysOf(bench: StoreBench, prefix = "", instance = "app"): Promise<string[]> {
  const page = { prefix, after: null, limit: 100 };
  const entries = await bench.stores.state.list(instance, page, bench.now);
  return entries.map(({ key }) => key);
}

let claims = 0;

/** Claims what is due now. */
export function claimDue(
  bench: StoreBench,
  limit = 10,
  instance = "app",
  isFirst = false,
): Promise<DueEntries> {
  claims += 1;
  const until = bench.now + claimMs;
  const request = { instance, limit, token: `claim-${claims}`, until, isFirst };
  return bench.stores.state.claimDue(request, bench.now);
}

export async function dueKeys(bench: StoreBench, limit = 10): Promise<string[]> {
  return (await claimDue(bench, limit)).entries.map(({ key }) => key);
}

/** Claims the only entry that is due. */
export async function claimOne(bench: StoreBench): Promise<Claim> {
  const [entry] = (await claimDue(bench)).entries;
  const { key, claim } = wantSome("an entry is due", entry);
  return { key, token: wantSome("it is claimed", claim).token };
}
