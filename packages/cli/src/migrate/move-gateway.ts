import { type EntryKind, entryKinds } from "@parley/core";
import type { OpenedImport } from "@parley/store-postgres";
import type { OpenedExport } from "@parley/store-sqlite";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import type { GatewayMove } from "./gateway-move.ts";
import { moveAccounts } from "./move-accounts.ts";
import { moveMediaFiles } from "./move-media-files.ts";
import { moveStore, type Verified } from "./move-store.ts";
import type { Moved, MovedPart } from "./moved.ts";

/**
 * Moves a gateway's data. Holds the source's owner lock meanwhile. A gateway can open the target only after both sides
 * were found equal.
 * @throws CommandError; ParleyError of the stores; the reason of the context's signal
 */
export async function moveGateway(
  context: Pick<CommandContext, "progress" | "signal">,
  move: GatewayMove,
): Promise<Moved> {
  const { from, to, schema } = move;
  // Imported here only, because they load the database engines.
  const { openSqliteExport } = await import("@parley/store-sqlite");
  const { openPostgresImport } = await import("@parley/store-postgres");
  const source = openSqliteExport(from);
  try {
    const destination = await openPostgresImport({ connection: to, schema });
    try {
      return await moveBetween(context, move, source, destination);
    } finally {
      await destination.close();
    }
  } finally {
    await source.close();
  }
}

async function moveBetween(
  context: Pick<CommandContext, "progress" | "signal">,
  move: GatewayMove,
  source: OpenedExport,
  { target, written }: OpenedImport,
): Promise<Moved> {
  if (move.isAnew) await target.clear();
  const verified = await moveStore({ source, target, written, context });
  const entries = partsOf(verified);
  context.signal.throwIfAborted();
  const accounts = await moveAccounts(move);
  const parts = [...entries, ...accounts, ...(await moveMediaFiles(move, context))];
  if (!verified.isOld) await target.finish();
  return { wasMoved: parts.every(({ wasMoved }) => wasMoved), parts };
}

const names: Readonly<Record<EntryKind, string>> = {
  channels: "channels",
  channelKeys: "channel keys",
  conversations: "conversations",
  deliveries: "deliveries",
  lanes: "lanes",
  taintedIds: "tainted ids",
  idempotencyKeys: "idempotency keys",
  erasureNotices: "erasure notices",
  pluginInstances: "plugins with state",
  pluginEntries: "entries of plugins",
  ownerChanges: "changes of owner",
};

/** @throws CommandError `failed` when the two sides differ */
function partsOf(verified: Verified): readonly MovedPart[] {
  if (verified.isSame)
    return entryKinds.map((kind) => ({
      name: names[kind],
      ...verified.moved[kind],
      wasMoved: verified.isOld,
    }));
  if (verified.isOld) {
    throw new CommandError(
      exitCodes.failed,
      "The gateway was already moved there, and one of the two has changed since. Nothing was changed.",
    );
  }
  const { kind, source, target } = verified.difference;
  throw new CommandError(
    exitCodes.failed,
    `The ${names[kind]} differ (${source.entries} in the source, ${target.entries} in the target): the source has changed since the move began.`,
    "No gateway can open the target. Start over with --restart; the source was not changed.",
  );
}
