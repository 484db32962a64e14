import { type Culprit, culpritOf } from "../rules/culprit.ts";
import { findDetour } from "./detour.ts";
import type { Drafts } from "./drafts.ts";
import type { Exchange } from "./exchange.ts";
import { type FirstContactRule, firstContactRules } from "../rules/first-contact-rules.ts";
import type { ReceiverLine } from "../verdict/receiver-line.ts";
import type { Transports } from "./transports.ts";
import { remark } from "../rules/remark.ts";
import { failed, skipped, type Verdict } from "../verdict/verdict.ts";

/** What a plain message told. */
export interface FirstContact {
  /** One for each of `firstContactRules`, in that order. */
  readonly verdicts: readonly Verdict[];
  /** The way on which a plain message is taken. */
  readonly open: { readonly line: ReceiverLine; readonly address: string } | null;
}

/** Sends a plain text message, and looks for settings that help when it is not taken. */
export async function makeContact(
  first: ReceiverLine,
  drafts: Drafts,
  transports: Transports,
): Promise<FirstContact> {
  const blamed = new Map<FirstContactRule, { culprit: Culprit; exchange: Exchange }>();
  let line = first;
  let exchange = await line.post(drafts.text("Hello from the receiver check"));
  for (;;) {
    const unsent = exchange.requestHeaders.length === 0;
    const probe = unsent ? await transports.probe(line.url, line.signal) : null;
    const culprit = culpritOf(exchange, probe);
    if (culprit === null) break;
    const detour = await findDetour(culprit, exchange, line, drafts);
    const blame = detour === null ? culprit : detour.blamed;
    if (blame) blamed.set(blame.rule, { culprit: blame, exchange });
    if (detour === null)
      return { verdicts: verdictsOf(exchange, blamed, culprit, line), open: null };
    ({ line, exchange } = detour);
  }
  const { address } = exchange;
  const verdicts = verdictsOf(exchange, blamed, null, line);
  return { verdicts, open: address === null ? null : { line, address } };
}

function verdictsOf(
  exchange: Exchange,
  blamed: ReadonlyMap<FirstContactRule, { culprit: Culprit; exchange: Exchange }>,
  last: Culprit | null,
  line: ReceiverLine,
): Verdict[] {
  const end = firstContactRules.findIndex(({ id }) => id === last?.rule);
  return firstContactRules.map(({ id, played, contract }, index) => {
    const blame = blamed.get(id);
    const row = { rule: id, played, contract };
    if (blame)
      return { ...row, ...failed(blame.culprit.seen, blame.culprit.advice, [blame.exchange]) };
    if (last && index > end)
      return { ...row, ...skipped(`“${last.rule}” has to be mended first.`) };
    return { ...row, ...remark(id, exchange, line) };
  });
}
