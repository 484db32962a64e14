/** Where a command writes: a process's stream, or anything that takes text. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
}
