import { aBudget, anInboundAppend } from "@parley/conformance";
import { ParleyError } from "@parley/core";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";
import {
  type Choice,
  PoolingProxy,
  type PoolingProxyOptions,
} from "../../connection/pooling-proxy.ts";

afterAll(stopPostgres);

async function openThrough(options: PoolingProxyOptions): Promise<Database> {
  const { connectionString } = await postgres();
  const proxy = new PoolingProxy(connectionString, options);
  const connection = await proxy.start();
  onTestFinished(() => proxy.stop());
  return Database.open({ connection, schema: freshSchema(), allowNonDurable: true });
}

describe("a proxy that shares sessions between transactions is found", () => {
  const isFound = async (options: PoolingProxyOptions): Promise<void> => {
    const error = await openThrough(options).catch((reason: unknown) => reason);
    if (!ParleyError.is(error)) throw error;
    expect(error).toMatchObject({ code: "store-pooled", retryable: false });
    expect(error.message).toContain("pool_mode = session");
  };

  it.each<Choice>(["newest", "oldest", "own"])("when it hands out the %s free session", (choice) =>
    isFound({ choice }),
  );

  it("when a notice reaches the next client of the session", () =>
    isFound({ choice: "oldest", forwardsLate: true, sessions: 2 }));

  it("and a proxy that keeps a session for each connection is accepted", async () => {
    const database = await openThrough({ choice: "kept" });
    onTestFinished(() => database.close());
    const batch = { appends: [anInboundAppend()], settlements: [] };
    const { appends } = await storesOver(database).messages.commit(batch, 1, aBudget());
    expect(appends[0]?.status).toBe("stored");
  });
});
