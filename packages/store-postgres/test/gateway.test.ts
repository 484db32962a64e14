import { gatewaySuite } from "@parley/conformance";
import * as runner from "vitest";
import { storePostgres } from "../src/index.ts";
import { freshSchema, postgres, stopPostgres } from "./opened-stores.ts";

const { connectionString } = await postgres();

runner.afterAll(stopPostgres);

gatewaySuite(runner, "PostgreSQL", () => {
  const schema = freshSchema();
  return () =>
    storePostgres({
      connection: connectionString,
      schema,
      anchorsClock: false,
      allowNonDurable: true,
    });
});
