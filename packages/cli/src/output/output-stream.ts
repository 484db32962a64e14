/** The output of a command: a process's stream, or any text writer. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
}
