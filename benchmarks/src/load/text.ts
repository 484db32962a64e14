/** What the text of every message tells, so that the receiver can check order, and how long it was on its way. */
export interface Told {
  /** One writer's messages are numbered; they are sent one after the other. */
  readonly writer: number;
  /** From 0. */
  readonly number: number;
  /** Epoch milliseconds, with fractions. */
  readonly sentAt: number;
}

const pattern = /"text":"(\d+):(\d+):([\d.]+):/;

export function writeText({ writer, number, sentAt }: Told): string {
  return `${writer}:${number}:${sentAt.toFixed(3)}:`;
}

/** Reads it back from any JSON body; `null` when it is none of ours. */
export function readText(body: string): Told | null {
  const [, writer, number, sentAt] = pattern.exec(body) ?? [];
  return writer === undefined
    ? null
    : { writer: Number(writer), number: Number(number), sentAt: Number(sentAt) };
}

/** By which the writer's process and the receiver's know a message. */
export function nameOf({ writer, number }: Pick<Told, "writer" | "number">): string {
  return `${writer}:${number}`;
}

/** Epoch milliseconds with fractions: one clock for every process of this machine. */
export function epochNow(): number {
  return performance.timeOrigin + performance.now();
}
