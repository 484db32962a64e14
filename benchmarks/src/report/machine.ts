import { arch, availableParallelism, cpus, release, totalmem, type } from "node:os";

/** The machine's hardware and system, without its identity. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly architecture: string;
  readonly memoryBytes: number;
  /** Name and release. */
  readonly kernel: string;
  readonly node: string;
}

export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    architecture: arch(),
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
    node: process.version,
  };
}
