import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { epochMsOf } from "./span-tree.ts";

const width = 1000;
const rowHeight = 26;
const top = 44;
const labelWidth = 480;
const chartWidth = width - labelWidth - 90;
const colours = { good: "#2f7d5b", bad: "#c2453d", root: "#3b5b92" };

interface Row {
  readonly span: ReadableSpan;
  readonly depth: number;
}

/** A trace as a picture: one bar per span on a common time axis, below its parent, in the order in which they ended. */
export function waterfallOf(spans: readonly ReadableSpan[]): string {
  const rows = rowsOf(spans);
  const from = Math.min(...rows.map(({ span }) => preciseMsOf(span.startTime)));
  const until = Math.max(...rows.map(({ span }) => preciseMsOf(span.endTime)));
  const x = (ms: number) => labelWidth + ((ms - from) / (until - from)) * chartWidth;
  const height = top + rows.length * rowHeight + 12;
  const seconds = Array.from({ length: Math.floor((until - from) / 1_000) + 1 }, (_, s) => s);
  const ticks = seconds.map((second) => tick(x(from + second * 1_000), second, height));
  const bars = rows.map((row, index) => bar(row, top + index * rowHeight, x));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>One conversation as a trace</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...ticks,
    ...bars,
    `</svg>\n`,
  ].join("\n");
}

function rowsOf(spans: readonly ReadableSpan[]): Row[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parentId: string | null, depth: number): Row[] =>
    spans
      .filter(({ parentSpanContext: parent }) =>
        parentId === null ? !ids.has(parent?.spanId ?? "") : parent?.spanId === parentId,
      )
      .toSorted((one, other) => preciseMsOf(one.endTime) - preciseMsOf(other.endTime))
      .flatMap((span) => [{ span, depth }, ...below(span.spanContext().spanId, depth + 1)]);
  return below(null, 0);
}

function tick(x: number, second: number, height: number): string {
  const line = `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="30" y2="${height - 8}" stroke="#d9dde3"/>`;
  return `${line}<text x="${x.toFixed(1)}" y="22" fill="#5b6470" text-anchor="middle">${second} s</text>`;
}

function bar({ span, depth }: Row, y: number, x: (ms: number) => number): string {
  const from = x(preciseMsOf(span.startTime));
  const until = x(preciseMsOf(span.endTime));
  const colour = depth === 0 ? colours.root : span.status.code === 2 ? colours.bad : colours.good;
  const facts = ["parley.outcome", "parley.state"].flatMap((name) =>
    name in span.attributes ? [String(span.attributes[name])] : [],
  );
  const status = span.attributes["http.response.status_code"];
  const name = `${span.name}${facts.length > 0 ? ` · ${facts.join(" ")}` : ""}${status === undefined ? "" : ` ${String(status)}`}`;
  const tookMs = epochMsOf(span.endTime) - epochMsOf(span.startTime);
  const text = `<text x="${12 + depth * 16}" y="${y + 16}" fill="#1d232b">${name}</text>`;
  const box = `<rect x="${from.toFixed(1)}" y="${y + 5}" width="${Math.max(3, until - from).toFixed(1)}" height="14" rx="2" fill="${colour}"/>`;
  const took = `<text x="${(until + 8).toFixed(1)}" y="${y + 16}" fill="#5b6470" font-size="12">${tookMs} ms</text>`;
  return text + box + took;
}

function preciseMsOf([seconds, nanoseconds]: readonly [number, number]): number {
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
