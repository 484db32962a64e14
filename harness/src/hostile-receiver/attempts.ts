import "reflect-metadata";
import { Transport, type TransportRequest, type TransportResult } from "@parley/core";
import { transportUndici, type TransportUndiciOptions } from "@parley/transport-undici";
import { Container, ContainerModule } from "inversify";
import type { End } from "./behaviour.ts";
import { authority } from "./certificate-files.ts";
import { starvedMs } from "./starvation.ts";

/** One attempt as its caller saw it. Instants are `performance.now()`. */
export interface Attempt {
  readonly url: string;
  readonly body: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** `starvedMs()` then. */
  readonly startedStarvedMs: number;
  readonly endedStarvedMs: number;
  readonly end: End;
  readonly response: Uint8Array;
}

/** The real transport, as a developer's machine has it, behind a record of what it was asked. */
export async function openTransport(
  options: TransportUndiciOptions = {},
): Promise<{ readonly transport: Transport; close(): Promise<void> }> {
  const container = new Container();
  const module = transportUndici({
    allowInsecureLoopback: true,
    lookup: () => Promise.resolve(["127.0.0.1"]),
    ca: authority(),
    ...options,
  });
  await container.loadAsync(module);
  const transport = await container.getAsync(Transport);
  return { transport, close: () => container.unloadAsync(module) };
}

export async function attempt(transport: Transport, request: TransportRequest): Promise<Attempt> {
  const startedStarvedMs = starvedMs();
  const startedAt = performance.now();
  const result = await transport.post(request);
  const ended = { endedAt: performance.now(), endedStarvedMs: starvedMs() };
  const { url, body } = request;
  return { url, body, startedAt, startedStarvedMs, ...ended, ...endOf(result) };
}

/** Binds a `Transport` that keeps every attempt. */
export const recorded = (transport: Transport, attempts: Attempt[]): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({
      post: async (request) => {
        let result: TransportResult = { kind: "failure", failure: "not-sent" };
        const post = async (asked: TransportRequest) => (result = await transport.post(asked));
        attempts.push(await attempt({ post }, request));
        return result;
      },
    });
  });

function endOf(result: TransportResult): Pick<Attempt, "end" | "response"> {
  return result.kind === "response"
    ? { end: result.status, response: result.body }
    : { end: result.failure, response: new Uint8Array() };
}
