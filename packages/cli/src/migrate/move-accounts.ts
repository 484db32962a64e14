import "reflect-metadata";
import { Logger, Random } from "@parley/core";
import type { GatewayMove } from "./gateway-move.ts";
import type { MovedPart } from "./moved.ts";

/** Moves the console's accounts from the store's directory, if it has any. @throws ParleyError of `moveConsole` */
export async function moveAccounts(move: GatewayMove): Promise<readonly MovedPart[]> {
  // Imported here only, because it loads better-auth.
  const { moveConsole } = await import("@parley/agent-console");
  const { platformNode } = await import("@parley/platform-node");
  const { Container } = await import("inversify");
  const container = new Container();
  container.load(platformNode());
  const tables = await moveConsole({
    directory: move.from.directory,
    connection: move.to,
    schema: move.consoleSchema,
    random: container.get(Random),
    logger: container.get(Logger),
  });
  return (tables ?? []).map(({ name, rows, digest, wasMoved }) => ({
    name: `console: ${name}`,
    entries: rows,
    digest,
    wasMoved,
  }));
}
