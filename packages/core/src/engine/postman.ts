import type { Channel } from "../model/channel.ts";
import type { Clock } from "../ports/clock.ts";
import type { Digest } from "../ports/digest.ts";
import type { Timers } from "../ports/timers.ts";
import type { Transport, TransportResult } from "../ports/transport.ts";
import { readAcknowledgement } from "../protocol/acknowledgement.ts";
import { targetUrl } from "../protocol/target-url.ts";
import { AttemptScope } from "./attempt-scope.ts";
import type { Abortable } from "./drop-signal.ts";
import type { AttemptEnd } from "./redelivery.ts";
import { signatureHeaders } from "./signature.ts";

/** The conditions of one POST. */
export interface PostTerms {
  /** Epoch milliseconds: by then the answer has been read, or there is none. */
  readonly deadline: number;
  readonly signal: Abortable;
  readonly permit: () => boolean;
  /** Told what came and what it means, before `post` ends. Must not throw. */
  readonly heard?: (end: AttemptEnd, result: TransportResult) => void;
}

/** An HTTP answer as the transport gave it. */
export type HeardAnswer = Extract<TransportResult, { kind: "response" }>;

const timeout: TransportResult = Object.freeze({ kind: "failure", failure: "timeout" });

/** Posts one body to a channel's endpoint under one deadline and reads the answer (§4.3). */
export class Postman {
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

  /** Ends by the deadline even if the transport does not. */
  async post(
    channel: Channel,
    body: string,
    { deadline, signal, permit, heard }: PostTerms,
  ): Promise<AttemptEnd> {
    const scope = new AttemptScope(signal, this.#timers, deadline - this.#clock.now());
    const request = {
      url: targetUrl(channel.chatApiUrl, channel.id),
      body,
      transfer: channel.knobs.transfer,
      headers: signatureHeaders(channel.signingKeys, body, this.#clock.now(), this.#digest),
      signal: scope.signal,
      permit,
    };
    try {
      const result = await scope.inTime(this.#transport.post(request), timeout);
      if (result.kind === "failure") {
        heard?.(result, result);
        return result;
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
      return { kind: "failure", failure: "unreachable" };
    } finally {
      scope.close();
    }
  }
}
