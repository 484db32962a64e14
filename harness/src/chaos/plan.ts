import { SeededRandom } from "../hostile-input/seeded-random.ts";

/** What befalls the nodes or their database, `atMs` after the run began. `order`: the first node that is fit takes it. */
export type Fault =
  | { readonly kind: "kill"; readonly atMs: number; readonly order: readonly number[] }
  | {
      readonly kind: "freeze";
      readonly atMs: number;
      readonly order: readonly number[];
      readonly forMs: number;
      readonly where: FreezePlace;
    }
  | {
      readonly kind: "cut";
      readonly atMs: number;
      readonly order: readonly number[];
      readonly forMs: number;
      /** What becomes of the bytes that were held back. */
      readonly ending: CutEnding;
    }
  | { readonly kind: "restart"; readonly atMs: number; readonly forMs: number }
  | { readonly kind: "upgrade"; readonly atMs: number };

/** `in-a-call`: as the node calls its store next, where a pause is the hardest to notice. */
export type FreezePlace = "anywhere" | "in-a-call";

/** `resumes`: they arrive after all; `resets`: both sides lose their connections. */
export type CutEnding = "resumes" | "resets";

/** `before`: how many of its kind come before it. */
type Draw = (random: SeededRandom, atMs: number, nodes: number, before: number) => Fault;

interface Kind {
  /** The first one comes no earlier. */
  readonly fromMs: number;
  /** From one to the next, the least and the most. */
  readonly apartMs: readonly [least: number, most: number];
  readonly draw: Draw;
}

const kinds: readonly Kind[] = [
  {
    fromMs: 2_000,
    apartMs: [2_000, 2_000],
    draw: (random, atMs, nodes) => ({ kind: "kill", atMs, order: orderOf(random, nodes) }),
  },
  {
    fromMs: 3_000,
    apartMs: [5_000, 10_000],
    draw: (random, atMs) => ({ kind: "restart", atMs, forMs: random.below(1_000) }),
  },
  {
    fromMs: 1_000,
    apartMs: [8_000, 14_000],
    draw: (random, atMs, nodes, before) => ({
      kind: "freeze",
      atMs,
      order: orderOf(random, nodes),
      forMs: 1_000 + random.below(9_001),
      where: before % 2 === 0 ? "in-a-call" : "anywhere",
    }),
  },
  {
    fromMs: 5_000,
    apartMs: [8_000, 14_000],
    draw: (random, atMs, nodes) => ({
      kind: "cut",
      atMs,
      order: orderOf(random, nodes),
      forMs: 1_000 + random.below(7_001),
      ending: random.pick(["resumes", "resets"]),
    }),
  },
  {
    fromMs: 15_000,
    apartMs: [45_000, 75_000],
    draw: (_, atMs) => ({ kind: "upgrade", atMs }),
  },
];

/** All faults of a run, in the order of their instants; the same seed gives the same. */
export function planOf(seed: number, lengthMs: number, nodes: number): readonly Fault[] {
  const faults = kinds.flatMap((kind, index) =>
    faultsOf(kind, new SeededRandom(seed * kinds.length + index), lengthMs, nodes),
  );
  return faults.toSorted((left, right) => left.atMs - right.atMs);
}

function faultsOf(
  { fromMs, apartMs: [least, most], draw }: Kind,
  random: SeededRandom,
  lengthMs: number,
  nodes: number,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (let atMs = fromMs; atMs < lengthMs; atMs += least + random.below(most - least + 1))
    faults.push(draw(random, atMs, nodes, faults.length));
  return faults;
}

function orderOf(random: SeededRandom, nodes: number): readonly number[] {
  const left = Array.from({ length: nodes }, (_, node) => node);
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}

/** For people. */
export function wordsFor(fault: Fault): string {
  switch (fault.kind) {
    case "kill":
      return "kill a node";
    case "freeze":
      return `freeze a node ${fault.where} for ${fault.forMs} ms`;
    case "cut":
      return `cut a node from the database for ${fault.forMs} ms; then it ${fault.ending}`;
    case "restart":
      return `restart the database, ${fault.forMs} ms apart`;
    case "upgrade":
      return "upgrade all nodes, one by one";
  }
}
