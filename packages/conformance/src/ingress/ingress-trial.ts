import { want } from "../want.ts";
import { RawClient, type WireAnswer } from "./raw-client.ts";
import type { ScriptedInbox } from "./scripted-inbox.ts";

/** An ingress under test over a scripted inbox, on real sockets. */
export class IngressTrial {
  readonly inbox: ScriptedInbox;
  readonly client: RawClient;
  /** Path of the mount point, without a slash at its end. */
  readonly base: string;

  constructor(inbox: ScriptedInbox, url: string) {
    this.inbox = inbox;
    this.client = new RawClient(url);
    this.base = new URL(url).pathname.replace(/\/$/, "");
  }

  /** Path of the message endpoint (§4.2). */
  get messagePath(): string {
    return this.base + this.inbox.path;
  }

  /** Path of the status endpoint (§4.1). */
  get statusPath(): string {
    return `${this.messagePath}/status`;
  }

  /** Request line and `Host` of a message, without the end of the head. */
  get post(): string {
    return `POST ${this.messagePath} HTTP/1.1\r\nHost: x\r\n`;
  }

  send(body: string | Uint8Array, headers: readonly string[] = []): Promise<WireAnswer> {
    return this.client.send("POST", this.messagePath, body, headers);
  }

  /** Checks that the server still answers. */
  async wantAlive(): Promise<void> {
    const { status } = await this.client.send("GET", this.statusPath);
    want("the next request is answered", status, 200);
  }
}

/** Checks that the answer is the failure shape of §4.3, as JSON that is not cached (ruling 4). */
export function wantRefusal(clause: string, answer: WireAnswer | undefined, status: number): void {
  want(clause, answer?.status, status);
  const { headers, body } = answer ?? { headers: {}, body: "" };
  want("as JSON", String(headers["content-type"]).split(";")[0], "application/json");
  want("kept by nobody", headers["cache-control"], "no-store");
  const shaped = isFailureShape(body);
  want("in the failure shape: error.code a number, error.message a text", shaped, true);
}

function isFailureShape(body: string): boolean {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === "number" && typeof error.message === "string";
  } catch {
    return false;
  }
}

/** One check of the suite, on a fresh ingress. */
export type IngressCheck = (title: string, body: (trial: IngressTrial) => Promise<void>) => void;
