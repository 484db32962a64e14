import type { ServiceIdentifier } from "inversify";

/** A request to a door. Everything in it is untrusted until the door has checked it. */
export interface DoorRequest {
  /** As received, such as `POST`. */
  readonly method: string;
  /** What follows `/agents/<name>`, as received: neither decoded nor normalized. Empty, or it begins with a slash. */
  readonly path: string;
  /** The query as received, with its question mark; else empty. */
  readonly query: string;
  /**
   * The whole public URL, for apps that sign it: the host's `publicUrl`, then path and query as received. `null` when
   * the host gave none.
   */
  readonly url: string | null;
  /** Names in lower case. Repeated headers as in Node: joined by commas, `set-cookie` as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The exact bytes, also of a form. Still encoded when the request has a `content-encoding`. */
  readonly body: Uint8Array;
  /** The address of the client as the ingress knows it; `null` when it has none. */
  readonly clientAddress: string | null;
  /**
   * Aborts when the client closes its connection, or its side of it, before it has its answer. For an answer that hands
   * something over. Absent: the host cannot tell.
   */
  readonly left?: AbortSignal;
}

/** The answer of a door. */
export interface DoorResponse {
  /** 200 to 599. */
  readonly status: number;
  /**
   * The host adds `cache-control: no-store`, `x-content-type-options: nosniff` and `content-security-policy: sandbox`
   * unless they are given. It sets the headers of the connection and the length itself.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A text is sent as UTF-8. Default: empty. */
  readonly body?: string | Uint8Array;
}

/**
 * An HTTP entrance of its own for an agent app's webhooks, at `/agents/<name>` and below. Called by the host's doors
 * (`doorsNode`, `doorsExpress`); implemented by plugins. Bound under the instance's name: `bind(Door)…whenNamed(name)`.
 */
export interface Door {
  /**
   * Answers one request. Calls run side by side.
   * - The door checks who asks: anybody can call it. Compare signatures over `body` in constant time.
   * - A throw, or an answer that is none, becomes a 500 that tells nothing of it.
   * - After 10 s `signal` aborts, and the answer is a 503. What the call does after that is not undone.
   * - A client that leaves before the answer does not end the call.
   */
  handle(request: DoorRequest, signal: AbortSignal): Promise<DoorResponse>;
}
export const Door = Symbol.for("@parley/core/Door") as ServiceIdentifier<Door>;

/** A door of a gateway. A host mounts it at `/agents/<name>`. */
export interface NamedDoor extends Door {
  /** The name of its instance: 1 to 40 lower-case letters, digits and hyphens. */
  readonly name: string;
}
