import type { ChannelKnobs } from "../../../model/channel.ts";

/** What a valid positive response is without any knob (ruling 14). */
export const wantedAnswer = 'HTTP 200 with `{"result":"ok"}`';

/** What `any-2xx` takes for a yes. */
export const anySuccessHides =
  '`any-2xx` counts every other 2xx as delivered, also a failure such as `{"ok":false}` and a page of a proxy or sign-in.';

/** How a no has to be told, for a receiver that tells it otherwise. */
export const failureAdvice =
  'A failure is `{"error":{"code":1,"message":"…"}}` with a number as its code: otherwise the agent is not told why.';

/** What to do about an answer that this value of the knob takes, and no stricter one. */
export function acknowledgeAdvice(
  value: Exclude<ChannelKnobs["acknowledge"], "result-ok">,
): string {
  const advice = `Set \`acknowledge: ${value}\` on this channel, or let the receiver answer ${wantedAnswer}.`;
  return value === "any-2xx" ? `${advice} Know that ${anySuccessHides}` : advice;
}
