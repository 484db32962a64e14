import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusOver, type Way } from "./ask.ts";
import { type Door, openDoor } from "./door.ts";
import { makeStrangers, type Strangers } from "./strangers.ts";
import { type Comparison, timeStrangers, type TimingTerms } from "./timing.ts";

/** A door, and who stands before it. */
export interface Scene {
  readonly door: Door;
  readonly who: Strangers;
  close(): Promise<void>;
}

/** How strangers ask, and which of them: the number of their group. */
export interface Plan {
  readonly open: (port: number) => Promise<Way>;
  readonly group: number;
}

/** What one timing gave. */
export interface Look {
  readonly way: string;
  readonly asked: number;
  readonly plantMicros: number;
  /** What was not as it must be: whose answers, and in words. */
  readonly amiss: ReadonlyMap<string, string>;
}

/** With channels and secrets of its own, in places of the memory of its own. */
export async function openScene(): Promise<Scene> {
  const directory = mkdtempSync(join(tmpdir(), "parley-404-"));
  const door = await openDoor(directory);
  const close = async (): Promise<void> => {
    await door.close();
    rmSync(directory, { recursive: true });
  };
  return { door, who: await makeStrangers(door.gateway), close };
}

/** Times one group of strangers and writes to stderr what was seen. */
export async function lookAt(
  { door, who }: Scene,
  { open, group }: Plan,
  terms: TimingTerms,
): Promise<Look> {
  // Connections are closed when nobody uses them.
  const [way, insider] = [await open(door.port), await statusOver(door.port)];
  const strangers = who.groups[group] ?? [];
  const timing = await timeStrangers(way, { strangers, who, insider, plant: door.plant }, terms);
  way.close();
  insider.close();
  const { plantMicros, rounds, tries, yardstickMicros } = timing;
  const held = `${plantMicros.toFixed(1)} planted, try ${tries}`;
  process.stderr.write(
    `${way.name}: ${rounds} rounds, ${yardstickMicros.toFixed(1)} µs, ${held}\n`,
  );
  const amiss = new Map<string, string>();
  const isNoisy = plantMicros > yardstickMicros / 2;
  if (isNoisy) amiss.set("noise", `answers differ too much here to tell anything, ${held}`);
  const judge = (comparison: Comparison, wanted: "same" | "different"): void => {
    const line = inWords(comparison);
    process.stderr.write(`  ${line}\n`);
    if (comparison.verdict !== wanted) amiss.set(comparison.name, `${line} instead of ${wanted}`);
  };
  for (const comparison of timing.strangers) judge(comparison, "same");
  judge(timing.planted, "different");
  return { way: way.name, asked: rounds * (strangers.length + 2), plantMicros, amiss };
}

function inWords(comparison: Comparison): string {
  const { name, probability, low, high, leastShift, mostShift, verdict } = comparison;
  const bounds = `${low.toFixed(3)} … ${high.toFixed(3)}`;
  const shift = `${leastShift.toFixed(2)} … ${mostShift.toFixed(2)} µs`;
  return `${name}: ${probability.toFixed(3)} (${bounds}), by ${shift}: ${verdict}`;
}
