import type { Channel } from "../../model/channel.ts";
import type { Transport, TransportRequest, TransportResult } from "../../ports/transport.ts";
import { typingBody } from "../../protocol/agent-envelope.ts";
import type { DrivenPorts } from "../parts.ts";
import { EndpointClient } from "../outbound/endpoint-client.ts";
import type { TestAnswer } from "./test-answer.ts";
import { testRecipient } from "./test-recipient.ts";

/** Longer than an attempt has, so that a late answer can be told from none. */
export const testPatienceMs = 6_000;

const messageIdCharacters = 16;

/**
 * Sends a `typeout` of a made-up visitor, as any agent message is sent: the receiver has nothing to show and nothing to
 * store (§4.4). It is no delivery: nothing of it is kept here, and it is not sent again.
 */
export async function testReceiver(
  channel: Channel,
  ports: Pick<DrivenPorts, "transport" | "clock" | "timers" | "random" | "digest">,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const { clock, timers, random, digest } = ports;
  const heard = new HeardTransport(ports.transport);
  const endpoint = new EndpointClient(heard, clock, timers, digest);
  const startedAt = clock.now();
  const body = typingBody(
    JSON.stringify(testRecipient),
    "typeout",
    random.token(messageIdCharacters),
  );
  const end = await endpoint.post(channel, body, {
    deadline: startedAt + testPatienceMs,
    signal,
    permit: () => !signal.aborted,
  });
  return { end, result: heard.result, latencyMs: clock.now() - startedAt };
}

/** Keeps what came back before anybody made something of it. */
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
