import { type ChannelKnobs, defaultKnobs } from "@parley/core";
import { Drafts } from "./exchange/drafts.ts";
import { makeContact } from "./exchange/first-contact.ts";
import { ReceiverClient } from "./exchange/receiver-client.ts";
import type { RuleContext, Rule } from "./rules/rule.ts";
import { playedRules } from "./rules/rules.ts";
import type { Signer } from "./exchange/signer.ts";
import type { Transports } from "./exchange/transports.ts";
import { skipped, type Verdict } from "./verdict/verdict.ts";
import { WireRecorder } from "./exchange/wire-recorder.ts";

/** The receiver to check, and the channel's settings. */
export interface ReceiverCheckOptions {
  /** The channel's `chat_api_url`; may contain `{channel}`. */
  readonly chatApiUrl: string;
  /** The channel's public id. */
  readonly channelId: string;
  /** Knobs with non-default values. */
  readonly knobs: Partial<ChannelKnobs>;
  /** `null`: requests are not signed. */
  readonly signer: Signer | null;
  /** JSON text of a visitor's id that the receiver knows; `null`: a generated one. */
  readonly recipientId: string | null;
  readonly allowInsecureLoopback: boolean;
  /** As in `transportUndici`. */
  readonly allowTargets: readonly string[];
  /** Ids of the rules to check; `null`: all. Failures at first contact are always reported. */
  readonly only: ReadonlySet<string> | null;
}

/** The gateway's time limit for each attempt (ruling 15). */
const deadlineMs = 3_000;
const madeUpVisitor = '"parley-receiver-check"';

/**
 * Sends agent events to a receiver and yields a verdict for each rule, in order. Ends early when `signal` is aborted.
 * @throws ParleyError `invalid-allow-list`
 */
export async function* checkReceiver(
  options: ReceiverCheckOptions,
  signal: AbortSignal,
): AsyncGenerator<Verdict, void, void> {
  const { allowInsecureLoopback, allowTargets, signer } = options;
  // Imported late, since it loads half a gateway.
  const { Transports } = await import("./exchange/transports.ts");
  const transports = new Transports({ allowInsecureLoopback, allowTargets });
  const tap = new WireRecorder();
  tap.open();
  try {
    const parts = { transports, tap, signer, deadlineMs, signal };
    yield* verdicts(new ReceiverClient(parts, settingsOf(options)), transports, options, signal);
  } finally {
    tap.close();
  }
}

function settingsOf({ chatApiUrl, channelId, knobs }: ReceiverCheckOptions) {
  return { chatApiUrl, channelId, knobs: { ...defaultKnobs, ...knobs } };
}

async function* verdicts(
  line: ReceiverClient,
  transports: Transports,
  { only, recipientId }: ReceiverCheckOptions,
  signal: AbortSignal,
): AsyncGenerator<Verdict, void, void> {
  const wanted = (id: string) => only === null || only.has(id);
  const drafts = new Drafts(recipientId ?? madeUpVisitor);
  const contact = await makeContact(line, drafts, transports);
  if (signal.aborted) return;
  yield* contact.verdicts.filter(({ rule, state }) => wanted(rule) || state === "failed");
  const broken = contact.verdicts.findLast(({ state }) => state === "failed")?.rule ?? "target";
  for (const rule of playedRules.filter(({ id }) => wanted(id))) {
    const bench = contact.open && { ...contact.open, drafts, namedVisitor: recipientId !== null };
    const verdict = await play(rule, bench, broken);
    if (signal.aborted) return;
    yield verdict;
  }
}

async function play(
  { id, played, contract, ...rule }: Rule,
  bench: RuleContext | null,
  broken: string,
): Promise<Verdict> {
  const finding =
    bench === null ? skipped(`“${broken}” must be fixed first.`) : await rule.play(bench);
  return { rule: id, played, contract, ...finding };
}
