import { nobody } from "../nobody.ts";

/** The way `parley` is used. */
export type Medium = "pipe" | "terminal" | "json";

/** Objects of one medium that commands may show, change and remove. */
export interface Stage {
  readonly medium: Medium;
  /** Ids of channels. */
  readonly channel: string;
  readonly doomed: string;
  /** URL for visitors of a channel. */
  readonly ingressUrl: string;
  /** URL of the receiver for agents' messages. */
  readonly receiverUrl: string;
  readonly conversation: string;
  readonly erasable: string;
  /** Id of a failed delivery. */
  readonly failed: string;
  /** Id of an ended job. */
  readonly job: string;
  /** Directory of a backup. */
  readonly backup: string;
  /** Data directory of a stopped gateway, and the target of its move. */
  readonly stopped: string;
  readonly databaseUrl: string;
}

/** One successful and one failing use of a command, with their output. */
export interface CommandCase {
  readonly works: (stage: Stage) => readonly string[];
  readonly says: RegExp;
  readonly fails: (stage: Stage) => readonly string[];
  readonly code: number;
  readonly tells: RegExp;
  /** Whether the failing use prints its findings on stdout. Default: no. */
  readonly finds?: true;
}

/** By the command's name. */
export type CommandCases = Readonly<Record<string, CommandCase>>;

/** An address without a listener. */
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
/** Options for the gateway with dead letters. @param url its address */
export const rejectingAt = (url: string) => ["--data", "rejecting/data", "--url", url] as const;
