import type { TypingType } from "@parley/core";
import { allTaken, isTaken } from "../verdict/ending-words.ts";
import { type Exchange, textOf } from "../exchange/exchange.ts";
import { issuedId } from "../exchange/issued-id.ts";
import type { RuleContext } from "./rule.ts";
import { type Finding, passed, skipped, warned } from "../verdict/verdict.ts";

const advice =
  'Acknowledge typing even if your chat does not show it. Or set the channel\'s knob typing: "off": then the gateway sends none.';
const storedAdvice =
  'Look for an empty message in the chat. If there is one, ignore typein and typeout, or set the channel\'s knob typing: "off".';
const unseen =
  'It was acknowledged. Whether it was stored as an empty message shows in your chat only; if so, set the channel\'s knob typing: "off".';

/** Sends a typing notification after a text was acknowledged (§4.4). */
export async function playTyping(
  type: TypingType,
  { line, drafts }: RuleContext,
): Promise<Finding> {
  if (line.settings.knobs.typing === "off")
    return skipped("The channel's knob typing is off: the gateway sends none.");
  const typing = await line.post(drafts.typing(type));
  if (!isTaken(typing) || idOf(typing) === null)
    return isTaken(typing) ? passed(unseen, [typing]) : allTaken([typing], line, advice);
  const text = await line.post(drafts.text("Hello after typing"));
  const isStored = isTaken(text) && idOf(text) !== null && idOf(text) !== idOf(typing);
  return isStored
    ? warned(
        "It was acknowledged as a message is, with an id of its own: it may be stored as an empty message.",
        storedAdvice,
        [typing, text],
        typing,
      )
    : passed(unseen, [typing, text]);
}

function idOf({ answer, requestBody }: Exchange): string | null {
  return issuedId(textOf(answer), requestBody);
}
