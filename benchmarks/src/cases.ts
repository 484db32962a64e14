import type { Case } from "./case.ts";
import { measureIngress } from "./cases/ingress.ts";

const nothing = (): readonly string[] => [];

/** Every case of a full run, in its order. */
export const cases: readonly Case[] = [
  {
    name: "ingress alone",
    gives: [
      "ingress-express/express",
      "ingress-express/express@16",
      "ingress-node/express",
      "ingress-node/bare",
    ],
    missing: nothing,
    run: ({ rounds, quick, wanted }) =>
      measureIngress({
        rounds,
        messages: quick ? 6_000 : 30_000,
        warmUp: quick ? 3_000 : 6_000,
        few: wanted.has("ingress-express/express@16"),
      }),
  },
];
