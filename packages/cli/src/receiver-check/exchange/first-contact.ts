import { type FailedRule, failedRuleOf } from "../rules/failed-rule.ts";
import { findWorkaround } from "./workaround.ts";
import type { Drafts } from "./drafts.ts";
import type { Exchange } from "./exchange.ts";
import { type FirstContactRule, firstContactRules } from "../rules/first-contact-rules.ts";
import type { ReceiverClient } from "./receiver-client.ts";
import type { Transports } from "./transports.ts";
import { firstContactFinding } from "../rules/first-contact-finding.ts";
import { failed, skipped, type Verdict } from "../verdict/verdict.ts";

/** Results of a plain message. */
export interface FirstContact {
  /** One for each rule of `firstContactRules`, in that order. */
  readonly verdicts: readonly Verdict[];
  /** The settings with which the receiver accepts a plain message. */
  readonly open: { readonly line: ReceiverClient; readonly address: string } | null;
}

/** Sends a plain text message. When it is not accepted, searches for settings that help. */
export async function makeContact(
  first: ReceiverClient,
  drafts: Drafts,
  transports: Transports,
): Promise<FirstContact> {
  const blamed = new Map<FirstContactRule, { failedRule: FailedRule; exchange: Exchange }>();
  let line = first;
  let exchange = await line.post(drafts.text("Hello from the receiver check"));
  for (;;) {
    const unsent = exchange.requestHeaders.length === 0;
    const probe = unsent ? await transports.probe(line.url, line.signal) : null;
    const failedRule = failedRuleOf(exchange, probe);
    if (failedRule === null) break;
    const workaround = await findWorkaround(failedRule, exchange, line, drafts);
    const blame = workaround === null ? failedRule : workaround.blamed;
    if (blame) blamed.set(blame.rule, { failedRule: blame, exchange });
    if (workaround === null)
      return { verdicts: verdictsOf(exchange, blamed, failedRule, line), open: null };
    ({ line, exchange } = workaround);
  }
  const { address } = exchange;
  const verdicts = verdictsOf(exchange, blamed, null, line);
  return { verdicts, open: address === null ? null : { line, address } };
}

function verdictsOf(
  exchange: Exchange,
  blamed: ReadonlyMap<FirstContactRule, { failedRule: FailedRule; exchange: Exchange }>,
  last: FailedRule | null,
  line: ReceiverClient,
): Verdict[] {
  const end = firstContactRules.findIndex(({ id }) => id === last?.rule);
  return firstContactRules.map(({ id, played, contract }, index) => {
    const blame = blamed.get(id);
    const row = { rule: id, played, contract };
    if (blame)
      return {
        ...row,
        ...failed(blame.failedRule.seen, blame.failedRule.advice, [blame.exchange]),
      };
    if (last && index > end) return { ...row, ...skipped(`“${last.rule}” must be fixed first.`) };
    return { ...row, ...firstContactFinding(id, exchange, line) };
  });
}
