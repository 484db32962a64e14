import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "./facts.ts";
import { printNotice } from "./print-line.ts";

/** What the gateway tells once about one channel. */
export interface IssuedSecrets {
  /** Of the channel. */
  readonly id: string;
  readonly ingressUrl?: string;
  readonly statusUrl?: string;
  readonly signingKey?: string;
}

const names = ["ingressUrl", "statusUrl", "signingKey"] as const;

/** Prints secrets just issued, and that they must be kept. */
export function printSecrets(context: CommandContext, secrets: IssuedSecrets): void {
  const facts = names.flatMap((name): readonly Fact[] => {
    const secret = secrets[name];
    return secret === undefined ? [] : [[name, secret, "strong"]];
  });
  printFacts(context, facts);
  printNotice(context, "This is secret, and is shown only once: save it now.");
}
