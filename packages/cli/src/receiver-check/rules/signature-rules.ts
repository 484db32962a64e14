import type { Draft } from "../exchange/drafts.ts";
import { allTaken, endingWords, isTaken } from "../verdict/ending-words.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { RuleContext, Rule, RuleRow } from "./rule.ts";
import { type SignatureHeaders, type Signer, unknownSigner } from "../exchange/signer.ts";
import { type Finding, passed, skipped, warned } from "../verdict/verdict.ts";

type Sign = (signer: Signer, draft: Draft, seconds: number) => SignatureHeaders;

const contract = "Standard Webhooks 1.0";
const oldSeconds = 3_600;

/** What a receiver with the channel's signing key should accept and refuse. */
export const signatureRules: readonly Rule[] = [
  {
    id: "signature-rotation",
    played: "two signatures, of which the second is made with your key",
    contract,
    play: playRotation,
  },
  ruleOf(
    {
      id: "signature-wrong",
      played: "a signature made with another key, and one of another body",
      contract,
    },
    [
      (_signer, { id, body }, seconds) => unknownSigner().headers(id, body, seconds),
      (signer, { id, body }, seconds) =>
        signer.headers(id, body.replace("Hello", "Goodbye"), seconds),
    ],
    "Compare each signature after “v1,” with the HMAC-SHA256 of id.timestamp.body, in constant time, over the raw bytes of the body.",
  ),
  ruleOf(
    { id: "signature-old", played: "a right signature that is an hour old", contract },
    [(signer, { id, body }, seconds) => signer.headers(id, body, seconds - oldSeconds)],
    "Refuse a webhook-timestamp that is more than five minutes off: whoever recorded a request could play it again.",
  ),
  ruleOf(
    { id: "signature-missing", played: "no signature", contract },
    [() => ({})],
    "Refuse requests without signature, or anybody who knows the address can write to your visitors.",
  ),
];

async function playRotation({ line, drafts }: RuleContext): Promise<Finding> {
  const { signer } = line;
  if (signer === null) return skipped(noKey);
  const draft = drafts.text("Hello with two signatures");
  const headers = signer.headers(draft.id, draft.body, nowSeconds(), [unknownSigner()]);
  const exchanges = [await line.post(draft, { headers })];
  const advice = "Try every signature of the header: while a key is changed there are two.";
  return allTaken(exchanges, line, advice);
}

function ruleOf(row: RuleRow, signs: readonly Sign[], advice: string): Rule {
  const play = async ({ line, drafts }: RuleContext): Promise<Finding> => {
    const { signer } = line;
    if (signer === null) return skipped(noKey);
    const exchanges: Exchange[] = [];
    for (const sign of signs) {
      const draft = drafts.text("Hello from anybody");
      exchanges.push(await line.post(draft, { headers: sign(signer, draft, nowSeconds()) }));
    }
    return judge(exchanges, advice);
  };
  return { ...row, play };
}

function judge(exchanges: readonly Exchange[], advice: string): Finding {
  const taken = exchanges.find(isTaken);
  if (taken) return warned("The receiver acknowledged it all the same.", advice, exchanges, taken);
  const broken = exchanges.find((exchange) => !isRefusal(exchange));
  if (broken) return warned(endingWords(broken), refusalAdvice, exchanges, broken);
  return passed("It was refused.", exchanges);
}

function isRefusal({ answer, ending }: Exchange): boolean {
  return answer !== null && (answer.status < 500 || ending.kind === "failure-shape");
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

const noKey = "No signing key was given (--secret).";
const refusalAdvice =
  "Refuse with HTTP 401 and the failure shape, so that it can be told from a fault.";
