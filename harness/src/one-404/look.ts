import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusOver, type Way } from "./ask.ts";
import { type Door, openDoor } from "./door.ts";
import { differences } from "./identical-answers.ts";
import { makeStrangers, type Strangers } from "./strangers.ts";
import { type Comparison, timeStrangers, type TimingTerms } from "./timing.ts";

/** A door, who stands before it, and how their answers compare byte by byte. */
export interface Scene {
  readonly door: Door;
  readonly who: Strangers;
  readonly compared: number;
  readonly found: readonly string[];
  close(): Promise<void>;
}

/** How strangers ask, and which of them: the number of their group. */
export interface Plan {
  readonly open: (port: number) => Promise<Way>;
  readonly group: number;
}

/** What one timing gave. */
export interface Look {
  readonly asked: number;
  readonly plantMicros: number;
  /** Why it tells nothing of the strangers: the planted one was not found, or might not be; else `null`. */
  readonly blind: string | null;
  readonly strangers: readonly { readonly comparison: Comparison; readonly line: string }[];
}

/** With channels and secrets of its own, which lie elsewhere in the memory of this process. */
export async function openScene(): Promise<Scene> {
  const directory = mkdtempSync(join(tmpdir(), "parley-404-"));
  const door = await openDoor(directory);
  const close = async (): Promise<void> => {
    await door.close();
    rmSync(directory, { recursive: true });
  };
  const who = await makeStrangers(door.gateway);
  return { door, who, ...(await differences(door.port, who)), close };
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
  const lineOf = (comparison: Comparison): string => {
    const line = inWords(comparison);
    process.stderr.write(`  ${line}\n`);
    return `${way.name}, ${line}`;
  };
  const seen = timing.strangers.map((one) => ({ comparison: one, line: lineOf(one) }));
  const planted = lineOf(timing.planted);
  let blind = timing.planted.verdict === "different" ? null : `${planted} instead of different`;
  if (plantMicros > yardstickMicros / 2)
    blind = `${way.name}: answers differ too much here to tell anything, ${held}`;
  return { asked: rounds * (strangers.length + 2), plantMicros, blind, strangers: seen };
}

function inWords(comparison: Comparison): string {
  const { name, probability, low, high, leastShift, mostShift, verdict } = comparison;
  const bounds = `${low.toFixed(3)} … ${high.toFixed(3)}`;
  const shift = `${leastShift.toFixed(2)} … ${mostShift.toFixed(2)} µs`;
  return `${name}: ${probability.toFixed(3)} (${bounds}), by ${shift}: ${verdict}`;
}
