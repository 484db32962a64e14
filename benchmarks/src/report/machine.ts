import { availableParallelism, cpus, release, type } from "node:os";
import { countsInstructions } from "../process/instructions.ts";

/** The machine's hardware and system, without its identity, and what it cannot measure. */
export function machineLine(): string {
  const processor = cpus()[0]?.model ?? "unknown processor";
  const machine = `${availableParallelism()} cores, ${processor}, ${type()} ${release()}, Node ${process.version}`;
  if (countsInstructions()) return machine;
  return `${machine}\nInstructions were not counted: \`perf stat\` finds no counter for them here.`;
}
