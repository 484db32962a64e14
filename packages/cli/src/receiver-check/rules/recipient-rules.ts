import type { Acknowledgement } from "@parley/core";
import { echoOfId } from "../exchange/echo.ts";
import { allTaken, endingWords, isTaken } from "../verdict/ending-words.ts";
import { type Exchange, textOf } from "../exchange/exchange.ts";
import type { RuleContext, Rule } from "./rule.ts";
import { unseen } from "./text-finding.ts";
import { failed, type Finding, passed, skipped, warned } from "../verdict/verdict.ts";

/** `recipient.id` equals the visitor's `sender.id` in type and every digit (§2.3, ruling 6). */
export const recipientRules: readonly Rule[] = [
  {
    id: "recipient-string",
    played: "a visitor's id with blanks, quotes, slashes and letters of other scripts",
    contract: "§2.3",
    play: (bench) => playIds(bench, [JSON.stringify(`visitor "17"/ ü Ж 你 __proto__ \\ %20`)]),
  },
  {
    id: "recipient-integer",
    played: "an integer as the visitor's id",
    contract: "§2.3",
    play: (bench) => playIds(bench, ["41968273"]),
  },
  {
    id: "recipient-large-integer",
    played: "integers past 2^53 and past 2^64 as the visitor's id",
    contract: "§2.3",
    play: (bench) => playIds(bench, ["9007199254740993", "98765432109876543210"]),
  },
];

const advice =
  "Your own sender.id comes back unchanged. You can ignore this if your visitors' ids never look like this one.";
const roundedAdvice =
  "Read recipient.id without a floating-point number (JSON.parse with context.source, a big-integer or decimal type), or give your visitors string ids.";

async function playIds(
  { line, drafts, namedVisitor }: RuleContext,
  ids: readonly string[],
): Promise<Finding> {
  const exchanges: Exchange[] = [];
  for (const id of ids) exchanges.push(await line.post(drafts.text("Hello to an odd id", id)));
  const bad = exchanges.find((exchange) => !isTaken(exchange));
  if (bad && isRefusal(bad)) return refused(bad, namedVisitor, exchanges);
  if (bad) return allTaken(exchanges, line, advice);
  const echoes = exchanges.map(({ answer }, index) => echoOfId(textOf(answer), ids[index] ?? ""));
  if (echoes.includes("altered"))
    return failed(
      "It was acknowledged, but the answer shows a rounded id: another visitor, or none.",
      roundedAdvice,
      exchanges,
      exchanges[echoes.indexOf("altered")],
    );
  const intact = echoes.every((echo) => echo === "intact");
  return passed(
    intact ? "It was acknowledged, and the answer shows it unchanged." : unseen,
    exchanges,
  );
}

function refused(bad: Exchange, namedVisitor: boolean, exchanges: readonly Exchange[]): Finding {
  if (namedVisitor)
    return skipped(`${endingWords(bad)} The receiver may not know this visitor.`, exchanges);
  return warned(endingWords(bad), advice, exchanges, bad);
}

/** A deliberate refusal, not an error of the receiver. */
function isRefusal({ ending }: Exchange): boolean {
  const { kind } = ending as Acknowledgement;
  return kind === "failure-shape" || (ending.kind === "http-status" && ending.status < 500);
}
