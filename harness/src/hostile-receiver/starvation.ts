const everyMs = 10;

/**
 * Milliseconds for which this process had work and the machine gave it no processor. Whatever is late by as much is late
 * through the machine: a process that keeps itself busy, or waits for nothing, is never starved.
 */
class Starvation {
  #totalMs = 0;
  #at = performance.now();
  #cpuMicroseconds = cpuMicroseconds();

  constructor() {
    setInterval(() => this.measure(), everyMs).unref();
  }

  measure(): number {
    const now = performance.now();
    const cpu = cpuMicroseconds();
    const lateMs = now - this.#at - everyMs;
    this.#totalMs += Math.max(0, lateMs - (cpu - this.#cpuMicroseconds) / 1_000);
    this.#at = now;
    this.#cpuMicroseconds = cpu;
    return this.#totalMs;
  }
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const starvation = new Starvation();

/** Since this process began. */
export const starvedMs = (): number => starvation.measure();
