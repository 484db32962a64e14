import { plainJson, plainText } from "../plain-text.ts";
import { type Look, paint } from "../style.ts";
import type { ExchangeView, VerdictView } from "./verdict-view.ts";
import type { VerdictState } from "./verdict.ts";

/** How verdicts are written for people. */
export interface TextStyle {
  readonly hasColour: boolean;
  /** Every exchange of every rule, instead of the telling ones of rules that were not passed. */
  readonly verbose: boolean;
}

/** The looks of the states. */
export const looks: Readonly<Record<VerdictState, Look>> = {
  passed: "good",
  warned: "doubtful",
  failed: "bad",
  skipped: "faint",
};
const stateWidth = 9;
const ruleWidth = 25;
const margin = " ".repeat(4);

/** One verdict, with what it rests on; ends with a line break. */
export function verdictText(verdict: VerdictView, style: TextStyle): string {
  const { state, rule, played, contract, seen, advice } = verdict;
  const head = `${paint(style, looks[state], state.padEnd(stateWidth))}${rule.padEnd(ruleWidth)}${plainText(seen)}`;
  if (!isTold(verdict, style)) return `${head}\n`;
  const facts = [`Played   ${played} (${contract})`];
  if (advice !== null) facts.push(`Do       ${plainText(advice)}`);
  const lines = [...facts, ...shownExchanges(verdict, style).flatMap(exchangeLines)];
  return `${[head, ...lines.map((line) => (line === "" ? "" : margin + line))].join("\n")}\n\n`;
}

function isTold({ state }: VerdictView, { verbose }: TextStyle): boolean {
  return verbose || state === "failed" || state === "warned";
}

function shownExchanges(
  { exchanges, telling }: VerdictView,
  { verbose }: TextStyle,
): readonly ExchangeView[] {
  return verbose ? exchanges : exchanges.filter((_, index) => index === telling);
}

function exchangeLines({ request, answer, outcome, durationMs }: ExchangeView): string[] {
  if (request.headers.length === 0)
    return ["", `POST ${plainText(request.url)}`, "(nothing was sent)"];
  return [
    "",
    `POST ${plainText(request.url)}`,
    ...headerLines(request.headers),
    "",
    ...plainJson(request.body).split("\n"),
    "",
    ...(answer === null
      ? [`(no answer: ${outcome}, ${durationMs} ms)`]
      : [
          `HTTP ${answer.status} (${durationMs} ms)`,
          ...headerLines(answer.headers),
          "",
          ...bodyLines(answer),
        ]),
  ];
}

function headerLines(headers: readonly (readonly [string, string])[]): string[] {
  return headers.map(([name, value]) => plainText(`${name}: ${value}`));
}

function bodyLines({ body, cut, bodyBytes }: NonNullable<ExchangeView["answer"]>): string[] {
  const lines = body === "" ? ["(no body)"] : body.split(/\r\n|[\r\n]/).map(plainText);
  return cut ? [...lines, `(cut here; ${bodyBytes} bytes or more)`] : lines;
}
