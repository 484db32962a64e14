import { type CaseResult, figure, ratios } from "../figure.ts";
import { bareHttp, ingressExpress, ingressNode, plainExpress } from "../flows/flows.ts";
import { race } from "../flows/race.ts";
import { acceptedPerSecond, of, rowOf } from "../flows/slice.ts";
import { settingsOf } from "../stacks/settings.ts";

/** Extent of the case. */
export interface IngressSettings {
  readonly rounds: number;
  readonly slices: number;
  /** Messages of a slice. */
  readonly messages: number;
  readonly warmUp: number;
  /** The keys to measure. */
  readonly wanted: ReadonlySet<string>;
}

/** By key: Parley's flow and the server that stores nothing. */
const comparisons = {
  "ingress-express/express": [ingressExpress, plainExpress],
  "ingress-node/express": [ingressNode, plainExpress],
  "ingress-node/bare": [ingressNode, bareHttp],
} as const;

/**
 * Ingress alone: the cost of a durable 200, compared with a server that stores nothing. The agent app answers nothing
 * during a slice, so that delivery is not measured. After it each message must reach the agent app once and in order.
 */
export async function measureIngress(settings: IngressSettings): Promise<CaseResult> {
  const { rounds, slices, messages, warmUp, wanted } = settings;
  const asked = Object.entries(comparisons).filter(([key]) => wanted.has(key));
  const results = await race([...new Set(asked.flatMap(([, pair]) => pair))], {
    rounds,
    slices,
    amountOf: () => ({ messages }),
    warmUpOf: () => warmUp,
  });
  const rates = (flow: { readonly name: string }) => of(results, flow, acceptedPerSecond);
  return {
    figures: asked.map(([key, [ours, theirs]]) => figure(key, ratios(rates(ours), rates(theirs)))),
    rows: [...results].map(([name, own]) => rowOf("Ingress alone, 64 connections", name, own)),
    settings: settingsOf([...results.keys()]),
  };
}
