import type { ChannelKnobs } from "../../model/channel.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import { type QuirkName, type QuirkRow, quirks } from "./quirk-table.ts";
import type { QuirkCounts } from "./quirk-watch.ts";

/** One finding for each quirk that was seen on a channel; `ok` when the quirk does no harm. */
export function quirkFindings(seen: QuirkCounts | null, knobs: ChannelKnobs): readonly Finding[] {
  if (seen === null) return [];
  return (Object.keys(quirks) as QuirkName[]).flatMap((name) => {
    const count = seen.counts.get(name) ?? 0;
    return count === 0 ? [] : [findingOf(name, count, seen.samples, knobs)];
  });
}

function findingOf(name: QuirkName, count: number, samples: number, knobs: ChannelKnobs): Finding {
  const row: QuirkRow = quirks[name];
  const { passes, message, advice } = row.effect(knobs);
  return {
    check: `quirk-${name}`,
    level: passes ? "ok" : "warning",
    message: `A sampled body ${row.seen} (${count} of ${samples}). ${message}`,
    ...(advice !== undefined && { advice }),
  };
}
