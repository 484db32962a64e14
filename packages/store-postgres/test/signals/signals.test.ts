import { randomUUID } from "node:crypto";
import { signalsSuite } from "@parley/conformance";
import * as runner from "vitest";
import { Client } from "pg";
import { Database } from "../../src/connection/database.ts";
import { PostgresSignals, signalChannel } from "../../src/signals/signals.ts";
import { freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

const { describe, expect, it } = runner;
runner.afterAll(stopPostgres);

const schema = freshSchema();

/** Opens databases of one schema with live owners, so that they listen. */
async function openSchema() {
  const { connectionString: connection } = await postgres();
  const opened: Database[] = [];
  return {
    connection,
    async join(): Promise<Database> {
      const database = await Database.open({ connection, schema, allowNonDurable: true });
      opened.push(database);
      await database.live(randomUUID());
      return database;
    },
    async close(): Promise<void> {
      for (const database of opened) await database.close();
    },
  };
}

signalsSuite(runner, "store-postgres", async () => {
  const opened = await openSchema();
  return { join: async () => (await opened.join()).signals, close: () => opened.close() };
});

describe("signals through PostgreSQL", () => {
  it("are heard again once the connection that listened is replaced", async () => {
    const opened = await openSchema();
    const [a, b] = [await opened.join(), await opened.join()];
    const client = new Client({ connectionString: opened.connection });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'",
    );
    const heard = new Promise<string>((resolve) => b.signals.listen("message", resolve));
    // As the dispatcher does every second.
    for (let isLost = true; isLost;) {
      await b.live("node-b").catch(() => {});
      await a.live("node-a").catch(() => {});
      a.signals.publish("message", "after the cut");
      const silence = new Promise((resolve) => setTimeout(resolve, 100, null));
      isLost = (await Promise.race([heard, silence])) === null;
    }
    expect(await heard).toBe("after the cut");
    await client.end();
    await opened.close();
  });

  it("of one schema are not heard in another", () => {
    expect(signalChannel("a")).not.toBe(signalChannel("b"));
  });
});

/** Signals whose statements the test sees and answers. */
function seen() {
  const sent: { readonly payloads: readonly string[]; answer(): void }[] = [];
  const signals = new PostgresSignals("self", (payloads) => {
    return new Promise<void>((resolve) => sent.push({ payloads, answer: resolve }));
  });
  const next = async (count: number) => {
    while (sent.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { signals, sent, next };
}

describe("signals that come together", () => {
  it("are one notice, equal ones one signal, and one statement at a time", async () => {
    const { signals, sent, next } = seen();
    for (const key of ["1", "2", "1", "2"]) signals.publish("message", key);
    await next(1);
    expect(sent[0]?.payloads).toEqual(['["self",["message","1"],["message","2"]]']);
    signals.publish("message", "3");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sent).toHaveLength(1);
    sent[0]?.answer();
    await next(2);
    expect(sent[1]?.payloads).toEqual(['["self",["message","3"]]']);
    signals.close();
  });

  it("are split into notices below the server's size limit", async () => {
    const { signals, sent, next } = seen();
    for (let index = 0; index < 300; index += 1) signals.publish("message", `${index}`.repeat(60));
    await next(1);
    const payloads = sent[0]?.payloads ?? [];
    expect(payloads.length).toBeGreaterThan(1);
    expect(Math.max(...payloads.map((each) => Buffer.byteLength(each)))).toBeLessThan(8_000);
    signals.close();
  });

  it("that no node has sent are ignored", () => {
    const { signals } = seen();
    const heard: string[] = [];
    signals.listen("message", (key) => heard.push(key));
    for (const payload of ["", "nonsense", "{}", "7", "null", '["self",["message","own"]]']) {
      signals.heard(payload);
    }
    for (const signal of ["1", "null", "{}", "[]", '["message"]', '["message",7]']) {
      signals.heard(`["other",${signal}]`);
    }
    signals.heard('["other",["message","theirs"]]');
    expect(heard).toEqual(["theirs"]);
    signals.close();
  });
});
