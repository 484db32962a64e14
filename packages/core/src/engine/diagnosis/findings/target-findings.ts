import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { TargetFault, TargetProbe } from "../../../ports/transport-probe.ts";
import { faultFinding, okFinding, durationText, warningFinding } from "./findings.ts";

const dayMs = 24 * 60 * 60 * 1_000;
/** Automatic renewal replaces a certificate earlier than this. */
const expirySoonMs = 14 * dayMs;

interface FaultRow {
  readonly check: string;
  readonly message: (host: string) => string;
  readonly advice: string;
}

/** One finding for each step that the connection reached. `now`: epoch milliseconds. */
export function targetFindings(probe: TargetProbe, now: number): readonly Finding[] {
  const { host, addresses, nameMs, connectMs, tlsMs, certificateExpiresAt, fault: kind } = probe;
  const found: Finding[] = [];
  if (nameMs !== null && addresses > 0)
    found.push(
      okFinding(
        "receiver-name",
        `${host} has ${addresses === 1 ? "1 address" : `${addresses} addresses`} (${durationText(nameMs)}).`,
      ),
    );
  if (connectMs !== null) {
    found.push(okFinding("receiver-address", `The address guard allows ${host}.`));
    found.push(
      okFinding("receiver-connection", `${host} takes a connection (${durationText(connectMs)}).`),
    );
  }
  if (tlsMs !== null) found.push(tlsFinding(host, tlsMs, certificateExpiresAt, now));
  if (kind !== null) found.push(brokenFinding(kind, host));
  return found;
}

function brokenFinding(kind: TargetFault, host: string): Finding {
  const { check, message, advice } = faults[kind];
  return faultFinding(check, message(host), advice);
}

function tlsFinding(host: string, tlsMs: number, expiresAt: number | null, now: number): Finding {
  const message = `${host} has a valid certificate (${durationText(tlsMs)}).`;
  if (expiresAt === null || expiresAt - now > expirySoonMs)
    return okFinding("receiver-tls", message);
  const days = Math.max(0, Math.floor((expiresAt - now) / dayMs));
  const left = days === 0 ? "within a day" : days === 1 ? "in 1 day" : `in ${days} days`;
  return warningFinding(
    "receiver-tls",
    `The certificate of ${host} ends ${left}.`,
    "Renew it: after that, no message is delivered.",
  );
}

const tls = (message: (host: string) => string, advice: string): FaultRow => ({
  check: "receiver-tls",
  message,
  advice,
});

const faults: Readonly<Record<TargetFault, FaultRow>> = {
  "unreadable-url": {
    check: "receiver-url",
    message: () => "The channel's URL cannot be read, or holds credentials.",
    advice: "Set it to an https URL.",
  },
  "not-https": {
    check: "receiver-url",
    message: (host) => `The channel's URL is not https, so nothing is sent to ${host}.`,
    advice:
      "Give the receiver a certificate and set an https URL; on a developer's machine let the host allow insecure loopback.",
  },
  unresolvable: {
    check: "receiver-name",
    message: (host) => `${host} has no address.`,
    advice: "Look for a misspelt host in the channel's URL; then ask the gateway's name servers.",
  },
  "forbidden-address": {
    check: "receiver-address",
    message: (host) => `The address guard blocks ${host}: its address is not public.`,
    advice:
      "Use the receiver's public name, or have the host allow this target (`allowTargets` of the transport).",
  },
  refused: {
    check: "receiver-connection",
    message: (host) => `Nothing listens at ${host}.`,
    advice: "Start the receiver, or correct the port in the channel's URL.",
  },
  silent: {
    check: "receiver-connection",
    message: (host) => `${host} does not answer in time.`,
    advice: "Look for a firewall that drops packets from the gateway's address.",
  },
  unreachable: {
    check: "receiver-connection",
    message: (host) => `${host} cannot be reached.`,
    advice: "Look at the network between the gateway and the receiver.",
  },
  "tls-expired": tls(
    (host) => `The certificate of ${host} has expired.`,
    "Renew it, and let it renew itself from now on.",
  ),
  "tls-not-yet-valid": tls(
    (host) => `The certificate of ${host} is not valid yet.`,
    "Check the clocks of the gateway and of the certificate's issuer.",
  ),
  "tls-wrong-name": tls(
    (host) => `The certificate of ${host} is for another name.`,
    "Use the certificate's name in the channel's URL, or get a certificate for this name.",
  ),
  "tls-untrusted": tls(
    (host) => `The certificate of ${host} is not from an authority that the gateway trusts.`,
    "Install the whole chain on the receiver; for an authority of your own give it to the transport (`ca`).",
  ),
  "tls-plaintext": tls(
    (host) => `${host} does not speak TLS.`,
    "Correct the port in the channel's URL, or give the receiver a certificate.",
  ),
  "tls-failed": tls(
    (host) => `${host} and the gateway share no TLS version or cipher.`,
    "Let the receiver offer TLS 1.2 or newer with a common cipher.",
  ),
};
