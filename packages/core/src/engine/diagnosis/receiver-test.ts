import type { Channel } from "../../model/channel.ts";
import type { Transport, TransportRequest, TransportResult } from "../../ports/transport.ts";
import { typingBody } from "../../protocol/agent-envelope.ts";
import type { DrivenPorts } from "../engine-parts.ts";
import { EndpointClient } from "../outbound/endpoint-client.ts";
import type { TestAnswer } from "./test-answer.ts";
import { testRecipient } from "./test-recipient.ts";

/** Longer than an attempt's window, so that a late answer differs from no answer. */
export const testTimeoutMs = 6_000;

export const messageIdCharacters = 16;

type TestPorts = Pick<DrivenPorts, "transport" | "clock" | "timers" | "random" | "digest">;

/**
 * Sends a `typeout` of an invented visitor, in the way any agent message is sent. The receiver has nothing to show
 * or to store (§4.4).
 * It is not a delivery: the gateway does not store it and does not send it again.
 */
export async function testReceiver(
  channel: Channel,
  ports: TestPorts,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const id = ports.random.token(messageIdCharacters);
  return postTest(channel, typingBody(JSON.stringify(testRecipient), "typeout", id), ports, signal);
}

/** Posts a body once, as an attempt of a delivery does, with more time for the answer. */
export async function postTest(
  channel: Channel,
  body: string,
  ports: TestPorts,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const { clock, timers, digest } = ports;
  const heard = new HeardTransport(ports.transport);
  const endpoint = new EndpointClient(heard, clock, timers, digest);
  const startedAt = clock.now();
  const end = await endpoint.post(channel, body, {
    deadline: startedAt + testTimeoutMs,
    signal,
    permit: () => !signal.aborted,
  });
  return { end, result: heard.result, latencyMs: clock.now() - startedAt };
}

/** Keeps the transport's result unchanged. */
class HeardTransport implements Transport {
  result: TransportResult = { kind: "failure", failure: "timeout" };
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async post(request: TransportRequest): Promise<TransportResult> {
    const result = await this.#inner.post(request);
    if (!request.signal.aborted) this.result = result;
    return result;
  }
}
