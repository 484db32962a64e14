/** The reaction of an endpoint to a POST that it has received. */
export type Reaction =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string | Uint8Array;
      /** Value of `Location`. */
      readonly location?: string;
    }
  /** Sends nothing until the attempt ends. */
  | { readonly kind: "silence" }
  /** Sends the head of an answer and then single bytes, without end. */
  | { readonly kind: "drip" }
  /** Closes the connection without an answer. */
  | { readonly kind: "hang-up" };

/** One POST that reached the endpoint. */
export interface Arrival {
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  readonly transfer: "content-length" | "chunked";
}

/** An integrating system that a transport reaches: a real server, or a script. */
export interface Endpoint {
  /** Origin, without a slash at its end. */
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** `index` counts arrivals from 0. */
  react: (arrival: Arrival, index: number) => Reaction;
  close(): Promise<void>;
}

export const okReaction: Reaction = Object.freeze({
  kind: "answer",
  status: 200,
  body: '{"result":"ok"}',
});
