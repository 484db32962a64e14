import "reflect-metadata";
import { Transport, type TransportRequest, type TransportResult } from "@parley/core";
import { Container } from "inversify";
import { onTestFinished } from "vitest";
import { transportUndici, type TransportUndiciOptions } from "../../src/index.ts";

/** A transport out of its own front door, on a developer's machine unless told otherwise; unloaded after the test. */
export async function openTransport(options: TransportUndiciOptions = {}) {
  const container = new Container();
  const module = transportUndici({ allowInsecureLoopback: true, ...options });
  await container.loadAsync(module);
  onTestFinished(() => container.unloadAsync(module));
  const transport = await container.getAsync(Transport);
  return {
    unload: () => container.unloadAsync(module),
    post: (url: string, request: Partial<TransportRequest> = {}): Promise<TransportResult> =>
      transport.post({
        url,
        body: '{"message":{"type":"typein"}}',
        transfer: "content-length",
        signal: AbortSignal.timeout(10_000),
        permit: () => true,
        ...request,
      }),
  };
}

export const failed = (failure: string) => ({ kind: "failure", failure });

/** What a test wants to know of a response. */
export function textOf(result: TransportResult): string {
  return result.kind === "response"
    ? `${result.status} ${Buffer.from(result.body).toString()}`
    : result.failure;
}
