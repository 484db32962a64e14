import { codeOf } from "../../hostile-input/rules/answer-rules.ts";
import type { WireAnswer } from "../../hostile-input/wire/wire-answer.ts";

/** What a server made of the requests of one connection. */
export interface Outcome {
  /** Those that it did something for. */
  readonly taken: number;
  /** Those that it understood, if only to turn them away for their address or method. */
  readonly understood: number;
  /** Whether it refused something as no HTTP. */
  readonly refused: boolean;
  /** Whether it said that it takes no more. */
  readonly closed: boolean;
}

/** Bare Node's, with `Host` required as it is by default, and without. */
export interface BareOutcomes {
  readonly strict: readonly Outcome[];
  readonly lenient: readonly Outcome[];
}

/** Of a server that answers 200 to all that it understands. */
export function outcomeOfBare(answers: readonly WireAnswer[]): Outcome {
  return outcomeOf(answers, ({ status }) => (status === 200 ? "taken" : "refused"));
}

/** Of a door of ours: the status query, and a body that was read and is no message, are something done. */
export function outcomeOfOurs(answers: readonly WireAnswer[]): Outcome {
  return outcomeOf(answers, (answer) => {
    const code = codeOf(answer) ?? 0;
    // RFC 9112 §6.1: what Node takes for chunked by its last word, the doors turn away on purpose.
    if (answer.body.includes("Transfer-Encoding must be only chunked")) return "understood";
    if (answer.status === 200 || (code >= 40001 && code <= 40009)) return "taken";
    return [404, 405, 415].includes(answer.status) ? "understood" : "refused";
  });
}

function outcomeOf(
  answers: readonly WireAnswer[],
  verdictOf: (answer: WireAnswer) => "taken" | "understood" | "refused",
): Outcome {
  const verdicts = answers.map(verdictOf);
  return {
    taken: verdicts.filter((verdict) => verdict === "taken").length,
    understood: verdicts.filter((verdict) => verdict !== "refused").length,
    refused: verdicts.includes("refused"),
    closed: answers.at(-1)?.headers.get("connection") === "close",
  };
}

/** What a door does otherwise than bare Node; `null` when there is nothing. */
export function differenceOf(ours: Outcome, { strict, lenient }: BareOutcomes): string | null {
  const most = Math.max(...lenient.map(({ understood }) => understood));
  const mostTaken = Math.max(...strict.map(({ taken }) => taken));
  const least = Math.min(...strict.map(({ understood }) => understood));
  if (ours.taken > mostTaken) return `${ours.taken} requests taken, by bare Node ${mostTaken}`;
  const told = `${ours.understood} requests understood, by bare Node ${least} to ${most}`;
  if (ours.understood > most) return told;
  if (ours.understood < least && !ours.closed) return told;
  if (lenient.every(refusesAll) && !ours.refused) return `${told}, and nothing refused`;
  return strict.every(refusesNothing) && ours.understood === 0 ? `${told}: refused` : null;
}

function refusesAll({ understood, refused }: Outcome): boolean {
  return refused && understood === 0;
}

function refusesNothing({ understood, refused }: Outcome): boolean {
  return !refused && understood > 0;
}
