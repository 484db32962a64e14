import type { Draft, MarkedText } from "../exchange/drafts.ts";
import { echoOfText } from "../exchange/echo.ts";
import { allTaken, isTaken } from "../verdict/ending-words.ts";
import { type Exchange, textOf } from "../exchange/exchange.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";
import { failed, type Finding, passed, warned } from "../verdict/verdict.ts";

interface TextTrial {
  readonly line: ReceiverClient;
  readonly text: MarkedText;
  readonly draft: (text: string) => Draft;
  readonly send: (draft: Draft) => Promise<Exchange>;
  /** The verdict when the answer contains a changed text. */
  readonly altered: "failed" | "warned";
  readonly advice: string;
}

/** Sends one text. Judges it by the text in the answer, or else by the acknowledgement alone. */
export async function textFinding(trial: TextTrial): Promise<Finding> {
  const { line, text, draft, send, altered, advice } = trial;
  const exchange = await send(draft(text.text));
  const exchanges = [exchange];
  if (!isTaken(exchange)) return allTaken(exchanges, line, advice);
  switch (echoOfText(textOf(exchange.answer), text.mark, text.text)) {
    case "intact":
      return passed("It was acknowledged, and the answer shows it unchanged.", exchanges);
    case "unseen":
      return passed(unseen, exchanges);
    case "altered":
      return (altered === "failed" ? failed : warned)(
        "It was acknowledged, but the answer shows another text than was sent.",
        advice,
        exchanges,
      );
  }
}

/** Reported when the answer does not contain the text. */
export const unseen =
  "It was acknowledged. The answer does not show what arrived: compare it in your own chat.";
