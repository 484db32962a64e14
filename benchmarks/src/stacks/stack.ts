/** What every stack tells when it serves; each is a process of its own, with whatever processes it needs. */
export interface StackReady {
  readonly port: number;
  /** Takes visitors' messages: durably, before its 200, unless the stack says otherwise. */
  readonly visitorPath: string;
  /** Takes agents' messages; `null` where the stack has one direction. */
  readonly agentPath: string | null;
  /** Takes visitors' messages of another channel, where the stack was told to have one. */
  readonly neighbourPath?: string;
  /** The processes of the stack; what they have started counts with them. */
  readonly pids: readonly number[];
}

/** How often every stack tries to deliver a message, and how long it waits in between: as Parley does (§4.3). */
export const attempts = 3;
export const retryDelayMs = 3_000;

/** What every stack is told. */
export interface StackOptions {
  /** Port on loopback to which messages are delivered, under `/ok/in`. */
  readonly receiverPort: number;
  /** An empty directory for whatever the stack stores; its owner removes it. */
  readonly directory: string;
}
