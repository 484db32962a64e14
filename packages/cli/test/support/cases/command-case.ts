import { nobody } from "../nobody.ts";

/** How `parley` is used. */
export type Medium = "pipe" | "terminal" | "json";

/** Things of one medium that commands may look at, change and remove. */
export interface Stage {
  readonly medium: Medium;
  /** Ids of channels. */
  readonly channel: string;
  readonly doomed: string;
  /** Where visitors of a channel write. */
  readonly ingressUrl: string;
  /** Where agents' messages are taken. */
  readonly receiverUrl: string;
  readonly conversation: string;
  readonly erasable: string;
  /** Id of a delivery that failed. */
  readonly failed: string;
  /** Id of a job that ended. */
  readonly job: string;
  /** Directory of a backup. */
  readonly backup: string;
  /** Data directory of a gateway that does not run, and where it may be moved to. */
  readonly stopped: string;
  readonly databaseUrl: string;
}

/** One command that works and one that fails, and what is said then. */
export interface CommandCase {
  readonly works: (stage: Stage) => readonly string[];
  readonly says: RegExp;
  readonly fails: (stage: Stage) => readonly string[];
  readonly code: number;
  readonly tells: RegExp;
  /** Whether what it found is told as a result, on stdout. Default: no. */
  readonly finds?: true;
}

/** By the command's name. */
export type CommandCases = Readonly<Record<string, CommandCase>>;

/** Where nobody listens. */
export const nowhere = await nobody();
export const noGateway = ["--url", nowhere] as const;
export const unreachable = {
  code: 3,
  tells: /^parley: No gateway answers at http:\S+: the connection was refused\.\nIs it running/m,
} as const;
export const noChannel = { code: 4, tells: /^parley: There is no such channel/m } as const;
export const noConversation = {
  code: 4,
  tells: /^parley: There is no such conversation/m,
} as const;
export const unknownId = "AAAAAAAAAAAAAAAA";
/** Asks the gateway with dead letters. @param url its address */
export const rejectingAt = (url: string) => ["--data", "rejecting/data", "--url", url] as const;
