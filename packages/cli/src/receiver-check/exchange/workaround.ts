import { type AdvisedAddress, type ChannelKnobs, withIdInQuery, withSlash } from "@parley/core";
import { looserAcknowledge } from "../rules/acknowledge-knob.ts";
import { type FailedRule, failedRuleOf } from "../rules/failed-rule.ts";
import type { Drafts } from "./drafts.ts";
import type { Exchange } from "./exchange.ts";
import type { FirstContactRule } from "../rules/first-contact-rules.ts";
import type { ReceiverClient } from "./receiver-client.ts";

/** Settings with which the receiver works although a rule failed, so that the other rules can be checked. */
export interface Workaround {
  readonly line: ReceiverClient;
  /** The exchange with these settings. */
  readonly exchange: Exchange;
  /** The rule that failed; `null`: a later rule will report it. */
  readonly blamed: FailedRule | null;
}

/** Searches for channel settings with which the gateway would accept the receiver. */
export async function findWorkaround(
  failedRule: FailedRule,
  exchange: Exchange,
  line: ReceiverClient,
  drafts: Drafts,
): Promise<Workaround | null> {
  return (
    looser(failedRule, exchange, line) ??
    (await otherAddress(failedRule, exchange, line, drafts)) ??
    (await otherTransfer(failedRule, line, drafts))
  );
}

/** The strictest value of the knob `acknowledge` that accepts the answer. No further request is needed. */
function looser(
  failedRule: FailedRule,
  exchange: Exchange,
  line: ReceiverClient,
): Workaround | null {
  if (exchange.answer === null || !isOf(failedRule, bodyRules)) return null;
  const knob = looserAcknowledge(exchange);
  if (knob === null) return null;
  const lenient = line.with({}, { acknowledge: knob.value });
  const ending = lenient.read(exchange.answer, lenient.settings.knobs);
  const advice = `${failedRule.advice} ${knob.advice} The other rules were judged with that knob.`;
  return { line: lenient, exchange: { ...exchange, ending }, blamed: { ...failedRule, advice } };
}

const bodyRules: readonly FirstContactRule[] = [
  "content-encoding",
  "answer-size",
  "status",
  "acknowledgement",
];

/** A receiver with one fixed path does not accept another segment. `{channel}` can stand in the query string. */
async function otherAddress(
  failedRule: FailedRule,
  exchange: Exchange,
  line: ReceiverClient,
  drafts: Drafts,
): Promise<Workaround | null> {
  const { chatApiUrl } = line.settings;
  const status = exchange.answer?.status ?? 0;
  const fits = status >= 300 && status < 500 && ![401, 403, 429].includes(status);
  const addresses = fits
    ? [status < 400 ? withSlash(chatApiUrl) : null, withIdInQuery(chatApiUrl)]
    : [];
  for (const address of addresses.filter((one) => one !== null)) {
    const workaround = await tryOut(line.with({ chatApiUrl: address.chatApiUrl }), drafts);
    if (workaround !== null) return { ...workaround, blamed: settingsAtFault(failedRule, address) };
  }
  return null;
}

function settingsAtFault(
  failedRule: FailedRule,
  { chatApiUrl: template, ending }: AdvisedAddress,
): FailedRule {
  if (ending.endsWith("/"))
    return {
      rule: "redirect",
      seen: `${failedRule.seen} With a slash at the end it is accepted.`,
      advice: `Serve the path without the slash, or use the chat_api_url ${template}. The other rules were judged with that one.`,
    };
  return {
    rule: "address",
    seen: `${failedRule.seen} Without the channel's id in the path it is accepted.`,
    advice: `Serve the path with the channel's id, or use a chat_api_url with {channel} where the receiver wants it, for example ${template}. The other rules were judged with that one. If the URL ends with the channel's id already, leave it off and name it with --channel.`,
  };
}

/** For a receiver that accepts only one kind of transfer. The transfer rules will report it. */
async function otherTransfer(
  failedRule: FailedRule,
  line: ReceiverClient,
  drafts: Drafts,
): Promise<Workaround | null> {
  const isCounted = line.settings.knobs.transfer === "content-length";
  if (
    !isOf(failedRule, [
      "status",
      "answer",
      "failure-shape",
      ...(isCounted ? [] : ["deadline" as const]),
    ])
  ) {
    return null;
  }
  const transfer: ChannelKnobs["transfer"] = isCounted ? "chunked" : "content-length";
  const workaround = await tryOut(line.with({}, { transfer }), drafts);
  return workaround && { ...workaround, blamed: null };
}

/** Whether the receiver accepts a plain message, if need be with a lenient knob: that is the next workaround. */
async function tryOut(
  line: ReceiverClient,
  drafts: Drafts,
): Promise<{ readonly line: ReceiverClient; readonly exchange: Exchange } | null> {
  const exchange = await line.post(drafts.text("Hello from the receiver check"));
  const failedRule = failedRuleOf(exchange, null);
  const works = failedRule === null || looser(failedRule, exchange, line) !== null;
  return works ? { line, exchange } : null;
}

function isOf(failedRule: FailedRule, rules: readonly FirstContactRule[]): boolean {
  return rules.includes(failedRule.rule);
}
