import { type Exchange, type HeaderField, textOf } from "../exchange/exchange.ts";
import { type Mask, maskHeader } from "../exchange/mask.ts";
import type { Verdict, VerdictState } from "./verdict.ts";

/** A verdict for printing, as text or JSON: secrets are masked, long answers cut. */
export interface VerdictView {
  readonly rule: string;
  readonly state: VerdictState;
  readonly played: string;
  readonly contract: string;
  readonly seen: string;
  readonly advice: string | null;
  /** Index in `exchanges` of the decisive one; `null` when there is none. */
  readonly telling: number | null;
  readonly exchanges: readonly ExchangeView[];
}

/** One request and its answer. */
export interface ExchangeView {
  readonly request: {
    readonly method: "POST";
    readonly url: string;
    /** Empty when nothing was sent. */
    readonly headers: readonly HeaderField[];
    readonly body: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: readonly HeaderField[];
    /** The first 2048 bytes. */
    readonly body: string;
    /** Number of bytes read; at most 65536. */
    readonly bodyBytes: number;
    /** Whether `body` is incomplete. */
    readonly cut: boolean;
  } | null;
  /** Named as in the attempts of a delivery. */
  readonly outcome: string;
  readonly durationMs: number;
  readonly connectionReused: boolean;
}

const shownBytes = 2_048;

/** The printable form of a verdict. */
export function verdictView(verdict: Verdict, mask: Mask): VerdictView {
  const { rule, state, played, contract, seen, advice, exchanges, telling } = verdict;
  const place = telling === undefined ? -1 : exchanges.indexOf(telling);
  return {
    rule,
    state,
    played,
    contract,
    seen: mask(seen),
    advice: advice === undefined ? null : mask(advice),
    telling: place === -1 ? null : place,
    exchanges: exchanges.map((exchange) => exchangeView(exchange, mask)),
  };
}

function exchangeView(exchange: Exchange, mask: Mask): ExchangeView {
  const { url, requestHeaders, requestBody, answer, ending, durationMs, reused } = exchange;
  const headersOf = (fields: readonly HeaderField[]) =>
    fields.map(([name, value]): HeaderField => [name, maskHeader(mask, name, value)]);
  return {
    request: {
      method: "POST",
      url: mask(url),
      headers: headersOf(requestHeaders),
      body: requestBody,
    },
    answer: answer && {
      status: answer.status,
      headers: headersOf(answer.headers),
      body: mask(textOf({ ...answer, body: answer.body.subarray(0, shownBytes) })),
      bodyBytes: answer.body.length,
      cut: answer.truncated || answer.body.length > shownBytes,
    },
    outcome: ending.kind === "failure" ? ending.failure : ending.kind,
    durationMs: Math.ceil(durationMs),
    connectionReused: reused,
  };
}
