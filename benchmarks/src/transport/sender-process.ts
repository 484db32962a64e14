import { bodyOf } from "../load/body.ts";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { epochNow } from "../load/text.ts";
import { postBy, type Poster } from "./post.ts";

/** Number of posts to the receiver, and of parallel ones: one of each writer, in order. */
export interface PostOrder {
  readonly port: number;
  readonly tally: string;
  readonly posts: number;
  readonly inFlight: number;
}

export interface PostResult {
  readonly postsPerSecond: number;
  /** User and system time of this process. */
  readonly cpuMicrosecondsPerPost: number;
}

/** A process that posts in one way. Numbers of writers continue from one order to the next. */
const post = await postBy(optionsOf<{ readonly poster: Poster }>().poster);
const numbers: number[] = [];

serveParent({ ready: true, answer: run, stop: async () => {} });

async function run({ port, tally, posts, inFlight }: PostOrder): Promise<PostResult> {
  const url = `http://127.0.0.1:${port}/ok/${tally}`;
  const each = Math.ceil(posts / inFlight);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, writer) => write(url, writer, each)));
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  const made = each * inFlight;
  return {
    postsPerSecond: (made * 1_000) / tookMs,
    cpuMicrosecondsPerPost: (user + system) / made,
  };
}

async function write(url: string, writer: number, posts: number): Promise<void> {
  for (let post = 0; post < posts; post += 1) await writeOne(url, writer);
}

async function writeOne(url: string, writer: number): Promise<void> {
  const number = numbers[writer] ?? 0;
  numbers[writer] = number + 1;
  const answer = await post(url, bodyOf("visitor", { writer, number, sentAt: epochNow() }));
  if (answer.status === 200 && answer.text === `{"result":"ok"}`) return;
  throw new Error(`the receiver answered ${answer.status}`);
}
