import { firstContactRules } from "./first-contact-rules.ts";
import { messageRules } from "./message-rules.ts";
import { recipientRules } from "./recipient-rules.ts";
import type { Rule, RuleRow } from "./rule.ts";
import { seriesRules } from "./series-rules.ts";
import { signatureRules } from "./signature-rules.ts";
import { textRules } from "./text-rules.ts";
import { transferRules } from "./transfer-rules.ts";

/** Rules checked after first contact, in order. */
export const playedRules: readonly Rule[] = [
  ...messageRules,
  ...transferRules,
  ...seriesRules,
  ...textRules,
  ...recipientRules,
  ...signatureRules,
];

/** All rules, in the order of their verdicts. */
export const ruleRows: readonly RuleRow[] = [...firstContactRules, ...playedRules];
