import type { TargetFault } from "@parley/core";

/** The faults of a certificate, by codes of Node and OpenSSL. */
const certificateFaults: Readonly<Record<string, TargetFault>> = {
  CERT_HAS_EXPIRED: "tls-expired",
  CERT_NOT_YET_VALID: "tls-not-yet-valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls-wrong-name",
  HOSTNAME_MISMATCH: "tls-wrong-name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls-untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "tls-untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls-untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls-untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls-untrusted",
  CERT_SIGNATURE_FAILURE: "tls-untrusted",
  CERT_REVOKED: "tls-untrusted",
  CERT_UNTRUSTED: "tls-untrusted",
  CERT_REJECTED: "tls-untrusted",
  INVALID_CA: "tls-untrusted",
  INVALID_PURPOSE: "tls-untrusted",
};

/** The other side answered the handshake with bytes that are not TLS. */
const plaintextCodes =
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|INVALID_RECORD\w*)$/;

/** The fault of a failed TCP connection. */
export function connectFault(error: unknown, signal: AbortSignal): TargetFault {
  if (signal.aborted) return "silent";
  const codes = codesOf(error);
  if (codes.includes("ECONNREFUSED")) return "refused";
  return codes.includes("ETIMEDOUT") ? "silent" : "unreachable";
}

/** The fault of a failed TLS handshake. */
export function tlsFault(error: unknown, signal: AbortSignal): TargetFault {
  if (signal.aborted) return "silent";
  const [code = ""] = codesOf(error);
  return certificateFaults[code] ?? (plaintextCodes.test(code) ? "tls-plaintext" : "tls-failed");
}

/** The code of an error, or the codes of an `AggregateError`, which holds one error for each address. */
function codesOf(error: unknown): readonly string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? [code] : [];
}
