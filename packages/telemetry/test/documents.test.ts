import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type MetricRow, metricTable, pageNameOf } from "../src/metric-table.ts";
import { type ChatRecord, realChat } from "./support/real-chat.ts";
import { traceIdsOf, treeOf } from "./support/span-tree.ts";
import { waterfallOf } from "./support/waterfall.ts";

/* docs/telemetry.md shows the output of a real run. This run must differ only in its figures.
   PARLEY_WRITE_DOCS=1 writes this run's output into the documents. */
const docs = join(import.meta.dirname, "../../../docs");
const document = join(docs, "telemetry.md");
const picture = join(docs, "images/trace.svg");
const isWriting = process.env["PARLEY_WRITE_DOCS"] === "1";

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

let chat: ChatRecord;
beforeAll(async () => {
  chat = await realChat();
  if (isWriting) write();
}, 30_000);

function write(): void {
  const written = readFileSync(document, "utf8")
    .replace(blockOf("metrics"), () => block("metrics", pageText()))
    .replace(blockOf("trace"), () => block("trace", traceText()));
  writeFileSync(document, written);
  writeFileSync(picture, waterfallOf(chat.spans));
}

function blockOf(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\n\n\`\`\`text\n([^]*?)\`\`\`\n\n<!-- /${name} -->`);
}

function block(name: string, text: string): string {
  return `<!-- ${name} -->\n\n\`\`\`text\n${text}\`\`\`\n\n<!-- /${name} -->`;
}

/** The page without the buckets of histograms. */
function pageText(): string {
  const lines = chat.page.split("\n").filter((line) => !line.includes("_bucket{"));
  return lines.join("\n");
}

function traceText(): string {
  return traceIdsOf(chat.spans)
    .flatMap((traceId) => [`trace ${traceId}`, ...treeOf(chat.spans, traceId)])
    .map((line) => `${line}\n`)
    .join("");
}

const shown = (name: string) => blockOf(name).exec(readFileSync(document, "utf8"))?.[1] ?? "";

/** Names, labels, words and codes without figures, which differ between runs. */
function shapeOf(text: string): string[] {
  return text.split("\n").map((line) =>
    line
      .replace(/(?<!,) [\d.e+-]+$/, "")
      .replace(/\d+ ms/, "n ms")
      .replace(/trace [0-9a-f]{32}/, "trace id"),
  );
}

/** The words beside the bars, in order. */
function labelsOf(svg: string): string[] {
  return [...svg.matchAll(/fill="#1d232b">([^<]*)</g)].map(([, label]) => label ?? "");
}

describe("docs/telemetry.md", () => {
  it("shows the metrics page of a conversation as it is", () => {
    expect(shapeOf(shown("metrics"))).toEqual(shapeOf(pageText()));
  });

  it("shows the trace of a conversation as it is", () => {
    expect(shapeOf(shown("trace"))).toEqual(shapeOf(traceText()));
    expect(traceIdsOf(chat.spans)).toHaveLength(1);
  });

  it("shows the same trace as a picture", () => {
    const drawn = readFileSync(picture, "utf8");
    expect(drawn.match(/<rect x=/g)).toHaveLength(chat.spans.length);
    expect(labelsOf(drawn)).toHaveLength(chat.spans.length);
    expect(labelsOf(drawn)).toEqual(labelsOf(waterfallOf(chat.spans)));
  });

  it("comes with a dashboard that asks for registered metrics and their labels alone", () => {
    const { panels } = JSON.parse(
      readFileSync(join(docs, "grafana-dashboard.json"), "utf8"),
    ) as Dashboard;
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(9);
    const rows = Object.values<MetricRow>(metricTable);
    const names = new Map(rows.map((row) => [pageNameOf(row), row]));
    for (const expr of asked) {
      const used = [...expr.matchAll(/parley_\w+/g)].map(([name]) => name);
      expect(used, expr).not.toEqual([]);
      const found = used.map((name) => names.get(name) ?? names.get(name.replace("_bucket", "")));
      expect(found, expr).not.toContain(undefined);
      const labels = new Set(["le", ...found.flatMap((row) => row?.labels ?? [])]);
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(
        ([, list]) => list?.split(", ") ?? [],
      );
      const selected = [...expr.matchAll(/(\w+)(?:=~?|!=)"/g)].map(([, label]) => label);
      for (const label of [...grouped, ...selected]) expect(labels, expr).toContain(label);
    }
  });

  it("comes with a dashboard that shows what waits, attempts, pauses, deliveries and dead letters by agent app", () => {
    const { panels } = JSON.parse(
      readFileSync(join(docs, "grafana-dashboard.json"), "utf8"),
    ) as Dashboard;
    const byBackend = panels
      .flatMap(({ targets }) => targets.map(({ expr }) => expr))
      .filter((expr) => /by \([^)]*\bbackend\b/.test(expr));
    const shown = new Set(
      byBackend.flatMap((expr) => [...expr.matchAll(/parley_\w+/g)].map(([name]) => name)),
    );
    expect([...shown].toSorted()).toEqual([
      "parley_attempts_total",
      "parley_backend_lane_age_seconds",
      "parley_backend_lane_depth",
      "parley_dead_letters_total",
      "parley_deliveries_delivered_total",
      "parley_events_postponed_total",
      "parley_time_to_agent_seconds_bucket",
    ]);
  });
});
