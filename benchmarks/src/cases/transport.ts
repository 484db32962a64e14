import { type CaseResult, figure, ratios } from "../figure.ts";
import { Sides } from "../flows/sides.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Poster } from "../transport/post.ts";
import type { PostOrder, PostResult } from "../transport/sender-process.ts";

const posters: readonly Poster[] = ["fetch", "transport"];
const inFlight = 16;

/** Number of posts per contender and round. */
export interface TransportSettings {
  readonly rounds: number;
  readonly posts: number;
}

/** The transport alone: each contender in a separate process, to the same receiver. */
export async function measureTransport(settings: TransportSettings): Promise<CaseResult> {
  const sides = await Sides.open();
  const senders = new Map<Poster, Child<true>>();
  const entry = moduleBeside("../transport/sender-process", import.meta.url);
  try {
    for (const poster of posters) senders.set(poster, await Child.start<true>(entry, { poster }));
    const contenders = [...senders].map(([poster, child]) => ({
      name: poster,
      run: () => postAll(sides, poster, child, settings.posts),
    }));
    await interleave(contenders, 1, () => "to warm up");
    const results = await interleave(contenders, settings.rounds, told);
    return resultOf((poster) => results.get(poster) ?? []);
  } finally {
    for (const sender of senders.values()) await sender.stop();
    await sides.close();
  }
}

async function postAll(
  sides: Sides,
  poster: Poster,
  child: Child<true>,
  posts: number,
): Promise<PostResult> {
  const order: PostOrder = { port: sides.receiverPort, tally: poster, posts, inFlight };
  const result = await child.ask<PostResult>(order);
  const received = await sides.received(Math.ceil(posts / inFlight) * inFlight, 10_000, poster);
  if (received.outOfOrder > 0) throw new Error(`${received.outOfOrder} came out of order`);
  return result;
}

function resultOf(of: (poster: Poster) => readonly PostResult[]): CaseResult {
  const rates = (poster: Poster) => of(poster).map(({ postsPerSecond }) => postsPerSecond);
  const rows = posters.map((poster) => ({
    table: `Transport alone, ${inFlight} in flight`,
    name: poster === "fetch" ? "global fetch" : "transport-undici",
    cells: {
      "POSTs/s": Math.round(median(rates(poster))),
      "CPU µs/POST": Math.round(
        median(of(poster).map(({ cpuMicrosecondsPerPost }) => cpuMicrosecondsPerPost)),
      ),
    },
  }));
  return {
    figures: [figure("transport/fetch", ratios(rates("transport"), rates("fetch")))],
    rows,
    settings: {
      "global fetch":
        "Node's own, keep-alive; the same headers and body, a signal for each, text()",
      "transport-undici": "the port's post() at its defaults, loopback permitted",
    },
  };
}

function told({ postsPerSecond, cpuMicrosecondsPerPost }: PostResult): string {
  const posts = Math.round(postsPerSecond).toLocaleString("en");
  return `${posts} POSTs/s, ${Math.round(cpuMicrosecondsPerPost)} µs CPU each`;
}
