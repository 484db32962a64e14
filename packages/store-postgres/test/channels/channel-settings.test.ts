import { aChannel } from "@parley/conformance";
import { afterAll, expect, it } from "vitest";
import { PostgresChannelStore } from "../../src/channels/channel-store.ts";
import { Database } from "../../src/connection/database.ts";
import { statement } from "../../src/statements/statement.ts";
import { freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

afterAll(stopPostgres);

it("a channel that an earlier version wrote has no signing keys, and the default of each knob it did not know", async () => {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({
    connection,
    schema: freshSchema(),
    allowNonDurable: true,
  });
  const channels = new PostgresChannelStore(database);
  const signingKeys = [{ key: "a2V5", expiresAt: null }];
  const knobs = { ...aChannel().knobs, typing: "off" } as const;
  await channels.save(aChannel({ knobs, signingKeys }));
  const forget = statement(
    "update channels set definition = (definition::jsonb - 'signingKeys' #- '{knobs,typing}')::text where position > 0",
  );
  await database.write(async (session) => session.run(forget));
  expect(await channels.find("shop")).toEqual(aChannel());
  expect(await channels.list()).toEqual([aChannel()]);
  await database.close();
});
