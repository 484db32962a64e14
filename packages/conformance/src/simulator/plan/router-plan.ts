import type { FailOverRule } from "@parley/core";
import type { BackendWeights } from "./rates.ts";

/** A time in which an agent app takes nothing. */
export interface Outage {
  readonly backend: string;
  readonly at: number;
  readonly ms: number;
  /** Its calls throw, hang, or are answered with a pause of the whole agent app until the end. */
  readonly how: "throws" | "hangs" | "pauses";
  /** The nodes that cannot reach it. Default: all. */
  readonly nodes?: readonly number[];
}

/** Several agent apps in one gateway, and who gets what. */
export interface RouterPlan {
  /** Names of the agent apps, in the router's order. */
  readonly backends: readonly string[];
  /** The one that goes on with what `default` had; `null`: none. */
  readonly takesDefault: string | null;
  /**
   * Who may get a new conversation of a channel, by its id: the last of them if the visitor tells a name, else the
   * first. Default: all.
   */
  readonly candidates: Readonly<Record<string, readonly string[]>>;
  readonly failOver: Readonly<Record<string, FailOverRule>>;
  /** The agent apps that hear of changes of owner. */
  readonly hearing: readonly string[];
  /** The agent apps that may change the owner of conversations that are not theirs. */
  readonly mayAssign: readonly string[];
  /** How each agent app answers. */
  readonly answers: Readonly<Record<string, BackendWeights>>;
  /** How all of them answer changes of owner. */
  readonly changes: BackendWeights;
  readonly outages: readonly Outage[];
  /** Share of the signals between nodes that are lost. */
  readonly lostSignals: number;
}

/** The outage of an agent app as one node sees it at an instant. */
export function outageOf(
  { outages }: RouterPlan,
  backend: string,
  node: number,
  now: number,
): Outage | undefined {
  return outages.find(
    (one) =>
      one.backend === backend &&
      one.at <= now &&
      now < one.at + one.ms &&
      (one.nodes?.includes(node) ?? true),
  );
}

/** The backends of a run; `default` without a router. */
export function backendsOf({ router }: { readonly router?: RouterPlan }): readonly string[] {
  return router?.backends ?? ["default"];
}
