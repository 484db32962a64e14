import type { DoorRequest } from "@parley/core";
import { headerOf } from "./request-check.ts";
import type { SignedTime } from "./timestamp.ts";

/** Bytes, or a text in UTF-8. */
type Piece = string | Uint8Array;

/** How an app signs its requests. */
export interface SignedContent {
  /** The header that holds the signature, in lower case. */
  readonly header: string;
  /** What stands before the signature in the header, such as `sha256=`. Default: nothing. */
  readonly prefix?: string;
  /** Default: `hex`. */
  readonly encoding?: "hex" | "base64" | "base64url";
  /** The pieces that are signed, one after another. Default: the body. */
  readonly compose?: (request: DoorRequest) => Piece | readonly Piece[];
  /** Refuses requests that are more than five minutes old or ahead. Default: a request may be repeated for ever. */
  readonly timestamp?: SignedTime;
}

/** The signature of a request; `null` when there is none in the right form. */
export function signatureOf(request: DoorRequest, content: SignedContent): Buffer | null {
  const { header, prefix = "", encoding = "hex" } = content;
  const told = headerOf(request, header);
  if (told === null || !told.startsWith(prefix)) return null;
  const text = told.slice(prefix.length);
  return forms[encoding].test(text) ? Buffer.from(text, encoding) : null;
}

/** What is signed. */
export function signedBytes(request: DoorRequest, { compose }: SignedContent): Buffer {
  const pieces = [
    compose === undefined ? request.body : compose(request),
  ].flat() as readonly Piece[];
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}

/** `Buffer.from` skips what it cannot read, so the form is checked before. */
const forms = {
  hex: /^(?:[\da-f]{2})+$/i,
  base64: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
  base64url: /^[\w-]+$/,
} as const;
