/** Facts in the text of every message. The receiver uses them to check order and delay. */
export interface Told {
  /** A writer's messages are numbered and sent one after another. */
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

/** Reads the facts from any JSON body; `null` for a foreign one. */
export function readText(body: string): Told | null {
  const [, writer, number, sentAt] = pattern.exec(body) ?? [];
  return writer === undefined
    ? null
    : { writer: Number(writer), number: Number(number), sentAt: Number(sentAt) };
}

/** The message's name in the writer's and the receiver's process. */
export function nameOf({ writer, number }: Pick<Told, "writer" | "number">): string {
  return `${writer}:${number}`;
}

/** Epoch milliseconds with fractions, on the same clock for all processes of this machine. */
export function epochNow(): number {
  return performance.timeOrigin + performance.now();
}
