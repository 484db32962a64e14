import type { ChannelKnobs } from "../../../model/channel.ts";

/** The valid positive response with default knobs (ruling 14). */
export const wantedAnswer = 'HTTP 200 with `{"result":"ok"}`';

/** The risk of `any-2xx`. */
export const anySuccessHides =
  '`any-2xx` counts every other 2xx as delivered, also a failure such as `{"ok":false}` and a page of a proxy or sign-in.';

/** The form of a failure answer, for a receiver that uses another one. */
export const failureAdvice =
  'A failure is `{"error":{"code":1,"message":"…"}}` with a number as its code: otherwise the agent is not told why.';

/** Advice about an answer that this value of the knob accepts and no stricter one does. */
export function acknowledgeAdvice(
  value: Exclude<ChannelKnobs["acknowledge"], "result-ok">,
): string {
  const advice = `Set \`acknowledge: ${value}\` on this channel, or let the receiver answer ${wantedAnswer}.`;
  return value === "any-2xx" ? `${advice} Know that ${anySuccessHides}` : advice;
}
