import { aBudget, aChannel, randomStoreScript, runStoreScript } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { limitsOf } from "../../../src/connection/limits.ts";
import { sessionSettings } from "../../../src/connection/place.ts";
import { made } from "../../../src/statements/statement.ts";
import {
  freshSchema,
  openIn,
  openStores,
  postgres,
  stopPostgres,
} from "../../support/opened-stores.ts";

/** Tables that are small or scanned on purpose. */
const walked = new Set([
  "probes",
  "channels",
  "search_cursor",
  "backend_pauses",
  "backends",
  "backend_answers",
  "parley_schema",
]);
/** Sorts rows before they are locked or written: a batch or a page. */
const maySort =
  /for no key update|for (?:key )?share|for update|insert into|row_number|where l.before <|as last, count|from channels where position|cross join lateral/;
/** Sorts what its index found: an inverted index has no order, and is read by a bitmap. */
const byTrigrams = /^with found as materialized/;
/** Takes so many rows from one end of an index. */
const takesFromEnd =
  /^with newest as materialized\s+\(select \* from \w+ order by [\w, ]+ limit \d+\)|^select conversation from search_due limit|\(select max\(last_message_at\) from conversations\)|where (?:l\.)?paused_since is not null .*order by (?:l\.)?paused_since/s;
/** Read whole on purpose: there is a row for each plugin, or for each backend. */
const listed = new Set(["plugin_instances", "backend_pauses", "backends", "backend_answers"]);
/** Scans all lanes or conversations on purpose. */
const countsAll = /^select distinct owner, conversation|from owned\)::bigint/;
/** Scans all lanes on purpose, but only once. An index finds the rest. */
const sumsOnce = /from lanes group by kind/;
/** Statements of tests only. */
const emptying = /delete from channels where position > 0\), /;

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

const one = "insert into lanes values (1, 2, 1, 1, 1, 0, null, 1, null, null, null, null, null)";
const crowd = `insert into lanes
    select n, k, n % 50, 1, 1, 0, null, case when k = 1 and n % 2 = 0 then null else n end,
      case when k = 1 and n % 2 = 0 then n end, null, case when n % 3 = 0 then 'node-' || n % 4 end, null,
      case when k <> 1 and n % 10 = 0 then n end, case when k = 3 then 1 end
    from generate_series(2, 3000) n, generate_series(0, 3) k;
  insert into deliveries (conversation, sequence, kind, state, message_sequence, accepted_at, message, queued)
    select n % 9, n, 0, n % 2, n, n, '{}', n % 2 = 0 from generate_series(1, 9000) n;
  insert into conversations (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at,
      last_sequence)
    select n, 'c-' || n, n % 50, 'v-' || n, '', '{}', n, n, 1 from generate_series(1, 20000) n;
  insert into channel_keys (key, id) select 'key-' || n, 'channel-' || n from generate_series(1, 50) n;
  insert into identities (channel, message_id, content, conversation, accepted_at, first, count)
    select n % 50, decode(md5(n::text), 'hex'), '', n, n, 1, 1 from generate_series(1, 20000) n;
  insert into idempotency_keys (conversation, key, accepted_at, first, count)
    select n, 'once', n, 1, 1 from generate_series(1, 5000) n;
  insert into search_visitors (conversation, sequence, text, trigrams)
    select n, 1, 'visitor', array[n % 1000, n % 7] from generate_series(1, 20000) n;
  insert into search_messages (conversation, sequence, accepted_at, text, trigrams)
    select n % 9, n, n, 'text', array[n % 1000, n % 7] from generate_series(1, 9000) n;
  insert into search_due (conversation, revision) select n, 1 from generate_series(1, 5000) n;
  insert into plugin_instances (name, entries, bytes, last_version)
    select 'app-' || n, 2000, 20000, 2000 from generate_series(0, 9) n;
  insert into plugin_entries (instance, key, value, version, conversation_id, expires_at, woken, failures, erased,
      claimable_at)
    select 'app-' || n % 10, 'key-' || n, '{}', n, case when n % 2 = 0 then 'c-' || n / 4 end,
      case when n % 3 = 0 then n end, false, case when n % 50 = 1 then 1 else 0 end, n % 100 = 0,
      case when n % 4 = 1 then n end
    from generate_series(1, 20000) n`;
const vacuum = `vacuum lanes, deliveries, conversations, identities, idempotency_keys, channel_keys,
    search_visitors, search_messages, search_due, plugin_instances, plugin_entries`;
/** Statistics for tables that change with every message. The server analyzes them rarely. */
const knowledge: readonly (readonly [string, readonly string[]])[] = [
  ["were never looked at", [crowd]],
  ["were never looked at but vacuumed", [crowd, vacuum]],
  ["were looked at when they were all but empty", [one, "analyze", crowd, vacuum]],
  ["were looked at, but lanes never", [crowd, "analyze deliveries, conversations", vacuum]],
  ["other than lanes were never looked at", [crowd, "analyze lanes"]],
  [
    "were looked at when nobody was parked",
    [crowd, "update lanes set parked = null", "analyze", vacuum],
  ],
  ["were looked at now", [crowd, "analyze", vacuum]],
];

beforeAll(async () => {
  for (let seed = 0; seed < 4; seed += 1) await runStoreScript(openStores, randomStoreScript(seed));
  await claimForTwo();
});
afterAll(stopPostgres);

/** Makes the statement that claims for two backends. */
async function claimForTwo(): Promise<void> {
  const { backends, messages, close } = await openStores();
  await backends.open({ names: ["sales"], takesDefault: null });
  const others = { sales: { inbound: 1, reports: 1, notices: 1 } };
  await messages.claim(0, aBudget({ others }));
  await close();
}

/** Connects to a separate schema in which these statements have run. */
async function connect(statements: readonly string[]): Promise<Client> {
  const { connectionString } = await postgres();
  const schema = freshSchema();
  const { channels } = await openIn(connectionString, schema);
  await channels.save(aChannel());
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(sessionSettings({ schema, limits: limitsOf({}) }, "writers"));
  await client.query("set statement_timeout = 0");
  for (const text of statements) await client.query(text);
  return client;
}

async function stepsOf(client: Client, text: string): Promise<readonly Plan[]> {
  const nulls = Array.from({ length: new Set(text.match(/\$\d+/g)).size }, () => "null").join(", ");
  await client.query(`prepare planned as ${text}`);
  const { rows } = await client.query<{ "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
    `explain (format json) execute planned${nulls === "" ? "" : ` (${nulls})`}`,
  );
  await client.query("deallocate planned");
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
  return rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan));
}

/** Whether an index is scanned completely, or the index of slots is used for several channels. */
function isMisled({ "Index Name": index, "Index Cond": condition = "" }: Plan): boolean {
  if (index === undefined) return false;
  return index === "lanes_by_channel" ? !/\(channel = /.test(condition) : condition === "";
}

/** Without the one walk over lanes that sums them up, and what it takes to group them. */
function withoutSum(text: string, steps: readonly Plan[]): readonly Plan[] {
  if (!sumsOnce.test(text)) return steps;
  const walk = steps.findIndex(isWalk);
  const grouping = steps.findIndex((step) => step["Node Type"] === "Sort");
  return steps.filter((_, at) => at !== walk && (at !== grouping || grouping > walk));
}

function isWalk(step: Plan): boolean {
  return step["Node Type"] === "Seq Scan" && step["Relation Name"] === "lanes";
}

/** Why a step of this statement could be slow; `null`: it is not. */
function faultOf(text: string, step: Plan): string | null {
  const { "Node Type": type, "Relation Name": table = "" } = step;
  if (type === "Seq Scan" && !walked.has(table)) return `walks ${table}`;
  if (type.endsWith("Sort") && !maySort.test(text) && !byTrigrams.test(text)) return "sorts";
  if (type === "Bitmap Heap Scan" && !byTrigrams.test(text)) return `reads ${table} by a bitmap`;
  if (listed.has(table)) return null;
  if (!isMisled(step) || takesFromEnd.test(text)) return null;
  return `walks ${step["Index Name"]}`;
}

describe.each(knowledge)("every statement of the store, when tables %s,", (_, statements) => {
  it("finds its rows by an index that is made for it, however many there are", async () => {
    const client = await connect(statements);
    expect(made().length).toBeGreaterThan(35);
    const texts = made()
      .map(({ text }) => text)
      .filter((text) => !emptying.test(text) && !countsAll.test(text));
    const found: string[] = [];
    for (const text of texts)
      for (const step of withoutSum(text, await stepsOf(client, text))) {
        const fault = faultOf(text, step);
        if (fault !== null) found.push(`${fault}: ${text}`);
      }
    expect(found).toEqual([]);
  });
});

it("which these tests would see", async () => {
  const client = await connect([crowd]);
  const types = async (text: string) =>
    (await stepsOf(client, text)).map((step) => step["Node Type"]);
  expect(await types("select * from lanes where waiting = 1")).toContain("Seq Scan");
  expect(await types("select * from lanes where conversation = 1 order by waiting")).toContain(
    "Sort",
  );
  const misled = async (text: string) => (await stepsOf(client, text)).some(isMisled);
  expect(await misled("select conversation from lanes order by conversation")).toBe(true);
  expect(await misled("select channel from lanes where kind = 1 order by channel")).toBe(true);
  expect(await misled("select channel from lanes where kind = 1 and channel = 3")).toBe(false);
});
