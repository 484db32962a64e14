/** Facts of a stack once it is ready. Each stack is a separate process, with further processes if needed. */
export interface StackReady {
  readonly port: number;
  /** Accepts visitors' messages, durably before its 200 unless the stack says otherwise. */
  readonly visitorPath: string;
  /** Accepts agents' messages; `null` when the stack has one direction. */
  readonly agentPath: string | null;
  /** Accepts visitors' messages of another channel, if requested. */
  readonly neighbourPath?: string;
  /** The stack's processes. Their children count too. */
  readonly pids: readonly number[];
}

/** Delivery attempts of every stack and the pause between them, as Parley's (§4.3). */
export const attempts = 3;
export const retryDelayMs = 3_000;

/** Options of every stack. */
export interface StackOptions {
  /** Loopback port that messages are delivered to, under `/ok/in`. */
  readonly receiverPort: number;
  /** An empty directory for the stack's data. The caller deletes it. */
  readonly directory: string;
}
