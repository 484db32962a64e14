import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "./facts.ts";
import { printNotice } from "./print-line.ts";

/** Secrets of one channel that the gateway shows only once. */
export interface IssuedSecrets {
  /** The channel's id. */
  readonly id: string;
  readonly ingressUrl?: string;
  readonly statusUrl?: string;
  readonly signingKey?: string;
}

const names = ["ingressUrl", "statusUrl", "signingKey"] as const;

/** Prints new secrets, and that the user must store them. */
export function printSecrets(context: CommandContext, secrets: IssuedSecrets): void {
  const facts = names.flatMap((name): readonly Fact[] => {
    const secret = secrets[name];
    return secret === undefined ? [] : [[name, secret, "strong"]];
  });
  printFacts(context, facts);
  printNotice(context, "This is secret, and is shown only once: save it now.");
}
