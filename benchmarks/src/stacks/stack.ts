/** What every stack tells when it serves; each is a process of its own, with whatever processes it needs. */
export interface StackReady {
  readonly port: number;
  /** Takes visitors' messages: durably, before its 200, unless the stack says otherwise. */
  readonly visitorPath: string;
  /** Takes agents' messages; `null` where the stack has one direction. */
  readonly agentPath: string | null;
  /** All processes of the stack: their CPU and memory count. */
  readonly pids: readonly number[];
}

/** What every stack is told. */
export interface StackOptions {
  /** Port on loopback to which messages are delivered, under `/ok/in`. */
  readonly receiverPort: number;
  /** An empty directory for whatever the stack stores; its owner removes it. */
  readonly directory: string;
}
