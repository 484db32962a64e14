import type { AcceptAnswer, Availability, AuthenticatedChannel, Inbox } from "@parley/core";
import { aChannel } from "../samples/samples.ts";

const secret = "s3cret-random-string";

/** An inbox with one channel that records its calls and returns scripted answers. */
export class ScriptedInbox implements Inbox {
  /** Path of the channel's message endpoint below the mount point. */
  readonly path = `/${secret}/shop`;
  readonly secret = secret;
  /** Every call of `authenticate`: channel id, channel secret. */
  readonly entered: (readonly [string, string])[] = [];
  /** Raw bodies, as latin1 text. */
  readonly bodies: string[] = [];
  admit: () => Promise<void> = async () => {};
  /** Whether the channel exists. */
  isThere = true;
  /** Whether an authentication is renewed while the channel exists. Otherwise every request calls `authenticate`. */
  renews = false;
  availability: () => Promise<Availability> = async () => 1;
  answer: () => Promise<AcceptAnswer> = async () => ({ accepted: true, warnings: [] });

  async authenticate(
    channelId: string,
    channelSecret: string,
  ): Promise<AuthenticatedChannel | null> {
    this.entered.push([channelId, channelSecret]);
    await this.admit();
    const isKnown = this.isThere && channelId === "shop" && channelSecret === secret;
    return isKnown ? { channel: aChannel() } : null;
  }

  renew(pass: AuthenticatedChannel): AuthenticatedChannel | null {
    return this.renews && this.isThere ? pass : null;
  }

  status(): Promise<Availability> {
    return this.availability();
  }

  accept(_pass: AuthenticatedChannel, body: Uint8Array): Promise<AcceptAnswer> {
    this.bodies.push(Buffer.from(body).toString("latin1"));
    return this.answer();
  }
}
