import type { IssuedChannelView, SignedChannelView } from "@parley/admin-express/api";
import type { AdminClient } from "../http/admin-client.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { printLine, printNotice } from "../output/print-line.ts";
import type { Change, FieldChange } from "./plan.ts";
import type { SecretSink } from "./secret-sink.ts";

/** The result of the changes. */
export interface ApplyOutcome {
  /** Ids of channels. */
  readonly done: readonly string[];
  readonly refused: readonly { readonly channel: string; readonly message: string }[];
}

const words = { add: "added", change: "changed", remove: "removed" } as const;

/**
 * Makes the changes one after another. A refused change does not stop the others.
 * @param quiet print nothing on stdout
 * @throws CommandError `unreachable`, after printing what was done
 */
export async function executePlan(
  context: CommandContext,
  client: AdminClient,
  changes: readonly Change[],
  sink: SecretSink,
  quiet: boolean,
): Promise<ApplyOutcome> {
  const done: string[] = [];
  const refused: { channel: string; message: string }[] = [];
  for (const change of changes) {
    const { channel } = change;
    context.signal.throwIfAborted();
    try {
      await step(client, change, sink);
      if (!quiet) printLine(context, `${channel} was ${words[change.change]}.`);
      done.push(channel);
    } catch (error) {
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.refused) {
        printNotice(context, `${done.length} of ${changes.length} changes were done.`);
        throw error;
      }
      refused.push({ channel, message: error.message });
      printNotice(context, `${channel}: ${error.message}`);
    }
  }
  return { done, refused };
}

async function step(
  client: AdminClient,
  { channel, change, fields }: Change,
  sink: SecretSink,
): Promise<void> {
  const path = `/channels/${encodeURIComponent(channel)}`;
  if (change === "remove") {
    await client.ask("DELETE", path);
    return;
  }
  const body = bodyOf(fields);
  if (change === "add") {
    const issued = await client.ask<IssuedChannelView>("POST", "/channels", {
      body: { id: channel, ...body },
    });
    const { ingressUrl, statusUrl } = issued.body;
    await sink.keep({ id: channel, ingressUrl, statusUrl });
  } else if (Object.keys(body).length > 0) {
    await client.ask("PATCH", path, { body });
  }
  await signing(client, path, channel, fields, sink);
}

async function signing(
  client: AdminClient,
  path: string,
  id: string,
  fields: readonly FieldChange[],
  sink: SecretSink,
): Promise<void> {
  const signed = fields.find(({ name }) => name === "signed");
  if (signed === undefined || signed.to === (signed.from ?? false)) return;
  if (signed.to === true) {
    const { body } = await client.ask<SignedChannelView>("POST", `${path}/signing`, { body: {} });
    await sink.keep({ id, signingKey: body.signingKey });
  } else {
    await client.ask("DELETE", `${path}/signing`);
  }
}

/** All settings except `signed`, which has its own requests. */
function bodyOf(fields: readonly FieldChange[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.filter(({ name }) => name !== "signed").map(({ name, to }) => [name, to]),
  );
}
