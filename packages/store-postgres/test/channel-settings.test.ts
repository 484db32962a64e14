import { aChannel } from "@parley/conformance";
import { afterAll, expect, it } from "vitest";
import { PostgresChannelStore } from "../src/channel-store.ts";
import { Database } from "../src/database.ts";
import { statement } from "../src/statement.ts";
import { freshSchema, postgres, stopPostgres } from "./opened-stores.ts";

afterAll(stopPostgres);

it("a channel that was written before requests could be signed has no signing keys", async () => {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({
    connection,
    schema: freshSchema(),
    allowNonDurable: true,
  });
  const channels = new PostgresChannelStore(database);
  await channels.save(aChannel({ signingKeys: [{ key: "a2V5", expiresAt: null }] }));
  const forget = statement(
    "update channels set definition = (definition::jsonb - 'signingKeys')::text where position > 0",
  );
  await database.write(async (session) => session.run(forget));
  expect(await channels.find("shop")).toEqual(aChannel());
  expect(await channels.list()).toEqual([aChannel()]);
  await database.close();
});
