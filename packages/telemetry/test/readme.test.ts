import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MetricRow, metricTable, pageNameOf } from "../src/metric-table.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const rows = Object.values<MetricRow>(metricTable);

/** The README's table of metrics, as it has to be. */
function table(): string {
  const lines = rows.map((row) => {
    const kind = row.kind === "total" ? "counter" : row.kind;
    const labels = row.labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${pageNameOf(row)}\` | ${kind} | ${labels} | ${row.help} |`;
  });
  return ["| metric | kind | labels | what it counts |", "|---|---|---|---|", ...lines].join("\n");
}

describe("the README", () => {
  it("lists every metric as it is registered, and no other", () => {
    const [, listed = ""] = /<!-- metrics -->\n\n([^]*?)\n\n<!-- \/metrics -->/.exec(readme) ?? [];
    expect(listed).toBe(table());
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
    await rig.gateway.inbox.enter("shop", "wrong");
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
