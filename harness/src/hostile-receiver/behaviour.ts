import type { Socket } from "node:net";
import type { TransportFailure } from "@parley/core";

/** How an attempt ended: with this status, or without a response. */
export type End = number | TransportFailure;

/** One whole request, and what its answer may need. */
export interface Exchange {
  readonly socket: Socket;
  /** 1 for the receiver's first request. */
  readonly request: number;
  /** An address of this machine at which nobody may ever arrive. */
  readonly canaryUrl: string;
}

/**
 * `plain`: http · `deaf`: listens, accepts nothing · `refused`: nobody listens · `bytes`: asked for TLS, has none ·
 * else TLS with that certificate.
 */
export type Door = "plain" | "deaf" | "refused" | "bytes" | Certificate;
export type Certificate = "good" | BadCertificate;
export const badCertificates = ["expired", "not-yet-valid", "self-signed", "wrong-name"] as const;
type BadCertificate = (typeof badCertificates)[number];

/** One way to treat a gateway badly, and what may come of it. */
export interface Behaviour {
  readonly name: string;
  readonly door: Door;
  readonly answer: (exchange: Exchange) => void;
  /** Called as soon as a TCP connection is open. */
  readonly greet?: (socket: Socket) => void;
  readonly ends: readonly End[];
  /** Whether the message counts as delivered in the end; `null`: may go either way. */
  readonly delivered: boolean | null;
  /** Whether the connection is used again; `null`: may go either way. */
  readonly kept: boolean | null;
}

type Details = Partial<Omit<Behaviour, "name" | "ends" | "answer">>;

/** A behaviour over http that delivers nothing and whose connection must not be used again, unless `details` differ. */
export function behaviour(
  name: string,
  ends: readonly End[],
  answer: Behaviour["answer"],
  details: Details = {},
): Behaviour {
  return { name, ends, answer, door: "plain", delivered: false, kept: false, ...details };
}

/** A behaviour that is over once these bytes were sent; the connection stays open. */
export function says(
  name: string,
  ends: readonly End[],
  text: string,
  details: Details = {},
): Behaviour {
  return behaviour(name, ends, ({ socket }) => void socket.write(text, "latin1"), details);
}

/** A positive response, whole and well-formed; `extra`: further header lines, each with its line end. */
export function positive(extra = ""): string {
  const body = '{"result":"ok"}';
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${extra}\r\n${body}`;
}
