import type { Answer, ScriptedTransport } from "./scripted-transport.ts";
import { type Arrival, type Endpoint, okReaction, type Reaction } from "../transport/endpoint.ts";

/** The endpoint behind a `ScriptedTransport`. A suite shows that it behaves like a real one. */
export class ScriptedEndpoint implements Endpoint {
  readonly url = "https://shop.example";
  react: Endpoint["react"] = () => okReaction;
  readonly #transport: ScriptedTransport;

  constructor(transport: ScriptedTransport) {
    this.#transport = transport;
    transport.answer = (post, index) => answerOf(this.react(arrivalOf(post), index));
  }

  get arrivals(): readonly Arrival[] {
    return this.#transport.posts.map(arrivalOf);
  }

  async close(): Promise<void> {}
}

function arrivalOf({ url, body, transfer }: ScriptedTransport["posts"][number]): Arrival {
  const { pathname, search } = new URL(url);
  return { target: pathname + search, body, transfer };
}

function answerOf(reaction: Reaction): Answer {
  if (reaction.kind === "answer") return reaction;
  return reaction.kind === "hang-up" ? { failure: "unreadable-answer" } : "hang";
}
