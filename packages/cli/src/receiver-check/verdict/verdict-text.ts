import { plainJson } from "../../output/plain-text.ts";
import type { LinePart } from "../../output/print-line.ts";
import type { TextStyle } from "../../output/style.ts";
import type { ExchangeView, VerdictView } from "./verdict-view.ts";
import type { VerdictState } from "./verdict.ts";

/** Styles of the states. */
export const looks: Readonly<Record<VerdictState, TextStyle>> = {
  passed: "good",
  warned: "doubtful",
  failed: "bad",
  skipped: "faint",
};
const stateWidth = 9;
const ruleWidth = 25;
const margin = " ".repeat(4);

/**
 * One verdict and its evidence, line by line.
 * @param verbose print every exchange of every rule; otherwise only the decisive ones of rules that did not pass
 */
export function verdictLines(verdict: VerdictView, verbose: boolean): (readonly LinePart[])[] {
  const { state, rule, played, contract, seen, advice } = verdict;
  const painted = { text: state.padEnd(stateWidth), look: looks[state] };
  const head = [painted, `${rule.padEnd(ruleWidth)}${seen}`];
  if (!isTold(verdict, verbose)) return [head];
  const facts = [`Played   ${played} (${contract})`];
  if (advice !== null) facts.push(`Do       ${advice}`);
  const lines = [...facts, ...shownExchanges(verdict, verbose).flatMap(exchangeLines), ""];
  return [head, ...lines.map((line) => [margin + line])];
}

function isTold({ state }: VerdictView, verbose: boolean): boolean {
  return verbose || state === "failed" || state === "warned";
}

function shownExchanges(
  { exchanges, telling }: VerdictView,
  verbose: boolean,
): readonly ExchangeView[] {
  return verbose ? exchanges : exchanges.filter((_, index) => index === telling);
}

function exchangeLines({ request, answer, outcome, durationMs }: ExchangeView): string[] {
  if (request.headers.length === 0) return ["", `POST ${request.url}`, "(nothing was sent)"];
  return [
    "",
    `POST ${request.url}`,
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
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function bodyLines({ body, cut, bodyBytes }: NonNullable<ExchangeView["answer"]>): string[] {
  const lines = body === "" ? ["(no body)"] : body.split(/\r\n|[\r\n]/);
  return cut ? [...lines, `(cut here; ${bodyBytes} bytes or more)`] : lines;
}
