import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalByHead } from "../request-head.ts";

const promised = Symbol("promised");
const inFront = Symbol("inFront");
const isFree = Symbol("isFree");

interface Placed {
  [promised]?: number;
  [inFront]?: ServerResponse | undefined;
  [isFree]?: true;
}
type Response = ServerResponse & Placed;

/**
 * Says that the answer comes by itself: who half-closes the connection meanwhile has it all the same.
 *
 * @param openUpTo bytes of a body by whose head the answer cannot close the connection; -1: any answer may
 */
export function promiseAnswer(response: Response, openUpTo: number): void {
  response[promised] = openUpTo;
}

export function isPromised(response: Response): boolean {
  return response[promised] !== undefined;
}

/** Says which answer of the same connection stands directly in front of one, and is not out yet. */
export function standBehind(response: Response, front: ServerResponse): void {
  response[inFront] = front;
}

/** Forgets it: no answer keeps those before it in memory. */
export function leaveLine(response: Response): void {
  if (response[inFront] !== undefined) response[inFront] = undefined;
}

/**
 * What stands behind an answer that closes the connection must not be processed (RFC 9112 §9.6), and which answer does is
 * often known late. `null`: none in front can, so that the request may be processed. A promise: it may when that
 * resolves, which for a request behind a closing answer is never.
 */
export function turnOf(response: Response): Promise<void> | null {
  const { socket } = response as { readonly socket: ServerResponse["socket"] };
  // One that is not writable was ended by an answer before.
  if (socket !== null) return socket.writable ? null : new Promise(() => {});
  const front: Response | undefined = response[inFront];
  if (front !== undefined && hasStarted(front) && staysOpen(front)) {
    response[isFree] = true;
    return null;
  }
  // Node gives a response its socket once all before it are out, and never behind one that closed the connection.
  return new Promise((resolve) => response.once("socket", () => resolve()));
}

function hasStarted(response: Response): boolean {
  const { socket } = response as { readonly socket: ServerResponse["socket"] };
  return socket !== null || response[isFree] === true;
}

/** Whether the connection is open behind this answer, whatever becomes of it. */
function staysOpen(response: Response): boolean {
  const { [promised]: openUpTo = -1, req } = response;
  if (!response.shouldKeepAlive || response.hasHeader("connection")) return false;
  return bodyBytes(req) <= openUpTo && refusalByHead(req) === null;
}

/** As the head says: what comes in chunks, or encoded, may be refused at any size. */
function bodyBytes({ headers }: IncomingMessage): number {
  const isUnknown = headers["transfer-encoding"] ?? headers["content-encoding"];
  return isUnknown === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
}
