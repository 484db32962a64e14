import { Transport } from "@parley/core";
import { transportUndici } from "@parley/transport-undici";
import { Container } from "inversify";
import "reflect-metadata";

/** Posts JSON with an abort signal, and returns status and text of the answer. */
export type Post = (
  url: string,
  body: string,
) => Promise<{ readonly status: number; readonly text: string }>;

/** Parley's transport through its port, or Node's `fetch`. */
export type Poster = "transport" | "fetch";

export async function postBy(poster: Poster): Promise<Post> {
  return poster === "fetch" ? postByFetch : postByTransport(await openTransport());
}

async function openTransport(): Promise<Transport> {
  const container = new Container();
  await container.loadAsync(transportUndici({ allowInsecureLoopback: true }));
  return container.getAsync(Transport);
}

function postByTransport(transport: Transport): Post {
  const decoder = new TextDecoder();
  return async (url, body) => {
    const { signal } = new AbortController();
    const permit = (): boolean => true;
    const result = await transport.post({ url, body, transfer: "content-length", signal, permit });
    if (result.kind === "failure") throw new Error(`the transport failed: ${result.failure}`);
    return { status: result.status, text: decoder.decode(result.body) };
  };
}

/** The headers that the transport's `Connection` sends, as far as `fetch` can set them. */
const headers = { "content-type": "application/json", "user-agent": "parley" };

const postByFetch: Post = async (url, body) => {
  const { signal } = new AbortController();
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  return { status: response.status, text: await response.text() };
};
