import { tellValue } from "./tell.ts";

/** A group of bars, one per series. */
export interface BarGroup {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Text after the bars, in place of their values. */
  readonly label?: string;
  /** A mark across the group's bars. */
  readonly mark?: number;
}

export interface BarChart {
  readonly title: string;
  /** Meaning of the axis and the marks, in one line. */
  readonly caption: string;
  readonly series: readonly string[];
  readonly groups: readonly BarGroup[];
  /** `log` draws bars from 1: to the right for larger values, to the left for smaller ones. */
  readonly scale: "linear" | "log";
}

const width = 900;
const nameWidth = 230;
const labelWidth = 230;
const barHeight = 16;
const groupGap = 12;
const top = 74;
const plotWidth = width - nameWidth - labelWidth;
const colours = ["#3b7dd8", "#d9772b", "#2f9e77", "#a35bc9"];
/** With its own background: a page may be dark where the system is light. */
const style = `
  svg { font: 13px system-ui, sans-serif } .ground { fill: #fff } text { fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 } .faint { fill: #59636e; font-size: 12px }
  line { stroke: #d1d9e0 } .base, .mark { stroke: #1f2328 } .mark { stroke-width: 2.5 } @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
    line { stroke: #30363d } .base, .mark { stroke: #e6edf3 }
  }`;

/** Horizontal grouped bars as an SVG document, readable on light and dark pages. */
export function barChart(chart: BarChart): string {
  const heightOfGroup = chart.series.length * barHeight + groupGap;
  const bottom = top + chart.groups.length * heightOfGroup;
  const axis = axisOf(chart);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + 34}" viewBox="0 0 ${width} ${bottom + 34}" role="img">`,
    `<style>${style}</style><rect class="ground" width="100%" height="100%"/>`,
    text(16, 28, chart.title, "title"),
    text(16, 48, chart.caption, "faint"),
    ...legend(chart.series),
    ...axis.ticks.flatMap((value) => tick(axis.at(value), bottom, value, value === axis.base)),
    ...chart.groups.flatMap((group, index) => bars(group, top + index * heightOfGroup, axis)),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

interface Axis {
  readonly base: number;
  readonly ticks: readonly number[];
  at(value: number): number;
}

function axisOf({ groups, scale }: BarChart): Axis {
  const values = groups.flatMap(({ values, mark }) => [...values, mark ?? null]);
  const shown = values.filter((value) => value !== null);
  return scale === "log" ? logAxis(shown) : linearAxis(shown);
}

function linearAxis(values: readonly number[]): Axis {
  const most = Math.max(1e-9, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = ([0.2, 0.5, 1, 2, 2.5].find((one) => most / (one * power) <= 5) ?? 5) * power;
  const count = Math.ceil(most / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step);
  return { base: 0, ticks, at: (value) => nameWidth + (value / (count * step)) * plotWidth };
}

function logAxis(values: readonly number[]): Axis {
  const low = Math.floor(Math.log2(Math.min(0.5, ...values)));
  const high = Math.ceil(Math.log2(Math.max(2, ...values)));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 2 ** (low + index));
  const at = (value: number): number =>
    nameWidth + ((Math.log2(value) - low) / (high - low)) * plotWidth;
  return { base: 1, ticks, at };
}

function bars({ name, values, label, mark }: BarGroup, y: number, axis: Axis): readonly string[] {
  const middle = y + (values.length * barHeight) / 2 + 4;
  const drawn = values.flatMap((value, index) => {
    if (value === null) return [];
    const [from, to] = [axis.at(axis.base), axis.at(value)];
    const barY = y + index * barHeight;
    const bar = `<rect x="${px(Math.min(from, to))}" y="${barY + 1}" width="${px(Math.abs(to - from))}" height="${barHeight - 2}" rx="2" fill="${colourOf(index)}"/>`;
    const behind = px(Math.max(from, to) + 6);
    return label === undefined ? [bar, text(behind, barY + 12, tellValue(value), "faint")] : [bar];
  });
  const end = y + values.length * barHeight;
  return [
    `<text x="${nameWidth - 10}" y="${middle}" text-anchor="end">${escape(name)}</text>`,
    ...drawn,
    ...(mark === undefined ? [] : [vertical(axis.at(mark), y - 2, end + 2, "mark")]),
    ...(label === undefined ? [] : [text(width - labelWidth + 14, middle, label, "faint")]),
  ];
}

function legend(series: readonly string[]): readonly string[] {
  if (series.length < 2) return [];
  return series.flatMap((name, index) => {
    const x = nameWidth + index * 160;
    const square = `<rect x="${x}" y="56" width="10" height="10" rx="2" fill="${colourOf(index)}"/>`;
    return [square, text(x + 16, 65, name, "faint")];
  });
}

function tick(x: number, bottom: number, value: number, isBase: boolean): readonly string[] {
  const name = `<text class="faint" x="${px(x)}" y="${bottom + 16}" text-anchor="middle">${tellValue(value)}</text>`;
  return [vertical(x, top - 4, bottom, isBase ? "base" : ""), name];
}

function vertical(x: number, from: number, to: number, kind: string): string {
  return `<line class="${kind}" x1="${px(x)}" y1="${from}" x2="${px(x)}" y2="${to}"/>`;
}

function text(x: number, y: number, words: string, kind: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escape(words)}</text>`;
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? "";
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
