import type { Channel } from "../../model/channel.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Digest } from "../../ports/platform/digest.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Transport, TransportResult } from "../../ports/transport.ts";
import { readAcknowledgement } from "../../protocol/answers/acknowledgement.ts";
import { targetUrl } from "../../protocol/answers/target-url.ts";
import { AttemptScope } from "./attempt-scope.ts";
import type { Abortable } from "../dispatch/held-lease.ts";
import type { AttemptEnd } from "./redelivery.ts";
import { signatureHeaders } from "./signature.ts";

/** Conditions of one POST. */
export interface PostTerms {
  /** Epoch milliseconds. The answer must be read by then. */
  readonly deadline: number;
  readonly signal: Abortable;
  readonly permit: () => boolean;
  /** Called with the result and its meaning before `post` ends. Must not throw. */
  readonly heard?: (end: AttemptEnd, result: TransportResult) => void;
}

/** An HTTP answer as the transport returned it. */
export type HeardAnswer = Extract<TransportResult, { kind: "response" }>;

const timeout: TransportResult = Object.freeze({ kind: "failure", failure: "timeout" });
const unreachable: AttemptEnd = Object.freeze({ kind: "failure", failure: "unreachable" });
const unreadable: AttemptEnd = Object.freeze({ kind: "failure", failure: "unreadable-answer" });

/** Posts one body to a channel's endpoint under one deadline and reads the answer (§4.3). */
export class EndpointClient {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #timers: Pick<Timers, "after">;
  readonly #digest: Digest;

  constructor(transport: Transport, clock: Clock, timers: Pick<Timers, "after">, digest: Digest) {
    this.#transport = transport;
    this.#clock = clock;
    this.#timers = timers;
    this.#digest = digest;
  }

  /** Ends by the deadline, even if the transport does not. */
  async post(
    channel: Channel,
    body: string,
    { deadline, signal, permit, heard }: PostTerms,
  ): Promise<AttemptEnd> {
    const scope = new AttemptScope(signal, this.#timers, deadline - this.#clock.now());
    let isWritten = false;
    const request = {
      url: targetUrl(channel.chatApiUrl, channel.id),
      body,
      transfer: channel.knobs.transfer,
      headers: signatureHeaders(channel.signingKeys, body, this.#clock.now(), this.#digest),
      signal: scope.signal,
      // Called in the turn that writes the request: from then on the message may have arrived (ruling 17).
      permit: () => (isWritten = !scope.signal.aborted && permit()),
    };
    try {
      const result = await scope.inTime(this.#transport.post(request), timeout);
      if (result.kind === "failure") {
        const end = result.failure === "timeout" && !isWritten ? unreachable : result;
        heard?.(end, result);
        return end;
      }
      const { status, body: answer, truncated } = result;
      const acknowledgement = readAcknowledgement(status, answer, truncated, channel.knobs);
      const end: AttemptEnd =
        acknowledgement.kind === "positive"
          ? { kind: "positive", status }
          : { ...acknowledgement, status };
      heard?.(end, result);
      return end;
    } catch {
      return isWritten ? unreadable : unreachable;
    } finally {
      scope.close();
    }
  }
}
