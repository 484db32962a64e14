import {
  createClient,
  type ParleyClient,
  ParleyClientError,
  type SendRequest,
} from "@parley/client";

/** Result of a visitor message (§4.2). `remark`: why it was refused, or what was changed. */
export interface Delivered {
  readonly accepted: boolean;
  readonly remark: string | null;
}

/** Client of the gateway. Until it knows the gateway's address, no agent is available. */
export class GatewayLink {
  #client: ParleyClient | null = null;

  /** `ingressUrl` is secret: it contains the channel secret. */
  connect(ingressUrl: string): void {
    this.#client = createClient({ ingressUrl });
  }

  /** Never throws. */
  async send(request: SendRequest): Promise<Delivered> {
    if (this.#client === null) return { accepted: false, remark: "The gateway is not ready yet." };
    try {
      const { warnings } = await this.#client.send(request);
      const remarks = warnings.map(({ field, message }) => `${field}: ${message}`);
      return { accepted: true, remark: remarks.join(" ") || null };
    } catch (error) {
      const isKnown = ParleyClientError.is(error);
      return { accepted: false, remark: isKnown ? error.message : "The message cannot be sent." };
    }
  }

  async typing(visitor: string, typing: boolean): Promise<void> {
    await this.#client?.typing(visitor, typing ? "typein" : "typeout");
  }

  /** An error counts as not available. */
  async isAvailable(): Promise<boolean> {
    const status = await this.#client?.status().catch(() => 0);
    return status === 1;
  }
}
