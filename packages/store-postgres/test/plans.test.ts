import { aChannel, randomStoreScript, runStoreScript } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitsOf } from "../src/limits.ts";
import { sessionSettings } from "../src/place.ts";
import { made } from "../src/statement.ts";
import { freshSchema, openIn, openStores, postgres, stopPostgres } from "./opened-stores.ts";

/** Tables that are small, or read as a whole on purpose. */
const walked = new Set(["probes", "channels"]);
/** Sorts what was found before it is locked or written: a batch, or a page. */
const maySort =
  /for no key update|insert into|row_number|where l.before <|as last, count|from channels where position/;
/** Reads all lanes on purpose. */
const countsAll = /^select kind, count\(\*\) as lanes|^select distinct owner, conversation/;
/** What only tests do. */
const emptying = /delete from channels where position > 0\), /;

let client: Client;

beforeAll(async () => {
  for (let seed = 0; seed < 4; seed += 1) await runStoreScript(openStores, randomStoreScript(seed));
  const { connectionString } = await postgres();
  const schema = freshSchema();
  const { channels } = await openIn(connectionString, schema);
  await channels.save(aChannel());
  client = new Client({ connectionString });
  await client.connect();
  await client.query(sessionSettings({ schema, limits: limitsOf({}) }, "writers"));
  await client.query(`insert into lanes
    select n, k, n % 50, 1, 1, 0, null, case when k = 1 and n % 2 = 0 then null else n end,
      case when k = 1 and n % 2 = 0 then n end, null, case when n % 3 = 0 then 'node-' || n % 4 end, null
    from generate_series(1, 3000) n, generate_series(0, 2) k`);
});
afterAll(async () => {
  await client.end();
  await stopPostgres();
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

async function stepsOf(text: string): Promise<readonly Plan[]> {
  const nulls = Array.from({ length: new Set(text.match(/\$\d+/g)).size }, () => "null").join(", ");
  await client.query(`prepare planned as ${text}`);
  const { rows } = await client.query<{ "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
    `explain (format json) execute planned${nulls === "" ? "" : ` (${nulls})`}`,
  );
  await client.query("deallocate planned");
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
  return rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan));
}

describe("every statement of the store", () => {
  it("finds its rows by an index, however many there are", async () => {
    expect(made().length).toBeGreaterThan(35);
    const slow: string[] = [];
    for (const { text } of made().filter(
      ({ text }) => !emptying.test(text) && !countsAll.test(text),
    )) {
      for (const step of await stepsOf(text)) {
        const table = step["Relation Name"] ?? "";
        if (step["Node Type"] === "Seq Scan" && !walked.has(table)) slow.push(text);
        if (step["Node Type"] === "Sort" && !maySort.test(text)) slow.push(text);
      }
    }
    expect(slow).toEqual([]);
  });

  it("which this test would see", async () => {
    const types = async (text: string) => (await stepsOf(text)).map((step) => step["Node Type"]);
    expect(await types("select * from lanes where waiting = 1")).toContain("Seq Scan");
    expect(await types("select * from lanes where conversation = 1 order by waiting")).toContain(
      "Sort",
    );
  });
});
