import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DeadLetterList } from "@parley/admin-express/api";
import { AdminClient } from "../../../src/http/admin-client.ts";
import { findConnection } from "../../../src/http/connection.ts";
import { eventually } from "../eventually.ts";
import { GatewayProcess } from "./gateway-process.ts";

const fixture = fileURLToPath(new URL("rejecting-gateway.fixture.ts", import.meta.url));

/** Starts a gateway whose agent app rejects every message. @param home is created */
export function startRejecting(home: string): Promise<GatewayProcess> {
  mkdirSync(home);
  return GatewayProcess.start(home, fixture);
}

/** The oldest of its two dead letters, once both exist. */
export async function deadLetterOf(gateway: GatewayProcess): Promise<string> {
  const connection = findConnection({ url: gateway.url, token: gateway.token }, {});
  const client = new AdminClient(connection, new AbortController().signal);
  return eventually(async () => {
    const { body } = await client.ask<DeadLetterList>("GET", "/dead-letters");
    const [newest, oldest] = body.deadLetters;
    return newest && oldest && `${oldest.conversationId}.${oldest.sequence}`;
  });
}
