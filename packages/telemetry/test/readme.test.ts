import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SpanKind } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import { type MetricRow, metricTable, pageNameOf } from "../src/metric-table.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

const listing = readFileSync(join(import.meta.dirname, "../METRICS.md"), "utf8");
const rows = Object.values<MetricRow>(metricTable);

const ofEverySpan = ["parley.channel.id", "parley.conversation.id", "parley.message.sequence"];

/** The table of metrics in METRICS.md, as it has to be. */
function table(): string {
  const lines = rows.map((row) => {
    const kind = row.kind === "total" ? "counter" : row.kind;
    const labels = row.labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${pageNameOf(row)}\` | ${kind} | ${labels} | ${row.help} |`;
  });
  return ["| metric | kind | labels | what it counts |", "|---|---|---|---|", ...lines].join("\n");
}

const listedAs = (what: string) =>
  new RegExp(`<!-- ${what} -->\\n\\n([^]*?)\\n\\n<!-- /${what} -->`).exec(listing)?.[1] ?? "";

/** All spans of a gateway with their attributes, while agent app and receiver fail in every way. */
async function spansOfTroubledChats(): Promise<readonly ReadableSpan[]> {
  const rig = await TelemetryRig.start();
  rig.backend.answer = ({ message }) =>
    message.type === "text" && message.text === "no" ? { rejected: "no" } : "taken";
  rig.backend.answerReport = () => ({ rejected: "no" });
  rig.transport.answer = () => ({ status: 500 });
  await rig.say("hello");
  await rig.say("no");
  await rig.reply("hi");
  await rig.time.advance(10_000);
  await rig.close();
  return rig.collector.spans;
}

/** The table of spans in METRICS.md, as it has to be. */
function spanTable(spans: readonly ReadableSpan[]): string[] {
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  const rows = new Map<string, { about: string; attributes: Set<string> }>();
  for (const { name, kind, parentSpanContext, attributes } of spans) {
    const parent = nameOf.get(parentSpanContext?.spanId ?? "");
    const about = `${SpanKind[kind].toLowerCase()} | ${parent === undefined ? "" : `\`${parent}\``}`;
    const row = rows.get(name) ?? { about, attributes: new Set() };
    for (const attribute of Object.keys(attributes))
      if (!ofEverySpan.includes(attribute)) row.attributes.add(`\`${attribute}\``);
    rows.set(name, row);
  }
  const lines = [...rows].map(
    ([name, { about, attributes }]) =>
      `| \`${name}\` | ${about} | ${[...attributes].toSorted().join(", ")} |`,
  );
  const head = ["| span | kind | below | attributes of its own |", "|---|---|---|---|"];
  return [...head, ...lines];
}

describe("METRICS.md", () => {
  it("lists every metric as it is registered, and no other", () => {
    expect(listedAs("metrics")).toBe(table());
  });

  it("lists every span with its attributes, and no other", async () => {
    const spans = await spansOfTroubledChats();
    for (const { attributes } of spans)
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(ofEverySpan));
    for (const attribute of ofEverySpan) expect(listing).toContain(`\`${attribute}\``);
    expect(listedAs("spans").split("\n").toSorted()).toEqual(spanTable(spans).toSorted());
  });
});

describe("the page", () => {
  it("names no metric and no label that is not listed", async () => {
    const rig = await TelemetryRig.start();
    rig.backend.answer = ({ message }) =>
      message.type === "text" && message.text === "no" ? { rejected: "no" } : "taken";
    await rig.say("hello");
    await rig.say("no");
    rig.transport.answer = () => ({ status: 500 });
    await rig.reply("hi");
    await rig.time.advance(10_000);
    await rig.say("");
    await rig.gateway.inbox.authenticate("shop", "wrong");
    const page = await rig.page();
    await rig.close();
    const listed = new Map(rows.map((row) => [pageNameOf(row), row]));
    const samples = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(samples.length).toBeGreaterThan(100);
    for (const sample of samples) {
      const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(sample) ?? [];
      const row = listed.get(name) ?? listed.get(name.replace(/_(?:count|sum|bucket)$/, ""));
      expect(row, sample).toBeDefined();
      const named = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label);
      const known = new Set([...(row?.labels ?? []), "le"]);
      expect(named.filter((label) => !known.has(label ?? ""))).toEqual([]);
    }
  });
});
