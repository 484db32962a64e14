import type { TargetFault, TargetProbe } from "@parley/core";
import { endingWords } from "../verdict/ending-words.ts";
import type { Exchange } from "../exchange/exchange.ts";

interface Advice {
  readonly seen: string;
  readonly advice: string;
}

const faults: Readonly<Record<TargetFault, Advice>> = {
  "unreadable-url": {
    seen: "The URL cannot be read.",
    advice: "Give an absolute https URL without credentials and fragment.",
  },
  "not-https": {
    seen: "The URL is not https.",
    advice:
      "Serve https. For a receiver on this machine, under development, use --allow-insecure-loopback.",
  },
  unresolvable: {
    seen: "The name has no address.",
    advice: "Check the host name, and that public name servers know it.",
  },
  "forbidden-address": {
    seen: "The name has an address that is not public.",
    advice:
      "A gateway refuses such targets unless its operator allows them; check from there with --allow-target, or with --allow-insecure-loopback on a developer's machine.",
  },
  refused: {
    seen: "Nothing listens at this address and port.",
    advice: "Start the receiver, and check the port and the firewall.",
  },
  silent: {
    seen: "The address does not answer.",
    advice: "Check the address, the port, and that the firewall lets the gateway in.",
  },
  unreachable: {
    seen: "The address cannot be reached.",
    advice: "Check the address and the route to it.",
  },
  "tls-expired": {
    seen: "The certificate has expired.",
    advice: "Renew it, and set up automatic renewal.",
  },
  "tls-not-yet-valid": {
    seen: "The certificate is not valid yet.",
    advice: "Check the clocks of this machine and of the server.",
  },
  "tls-wrong-name": {
    seen: "The certificate is for another name.",
    advice: "Use the name in the certificate, or get a certificate for this name.",
  },
  "tls-untrusted": {
    seen: "The certificate is not from a trusted authority.",
    advice:
      "Use a certificate of a public authority with all its intermediate certificates; for an authority of your own set NODE_EXTRA_CA_CERTS.",
  },
  "tls-plaintext": {
    seen: "The port does not speak TLS.",
    advice: "Check the port: https usually lives on 443.",
  },
  "tls-failed": {
    seen: "The TLS handshake failed: no common version or cipher.",
    advice: "Offer TLS 1.2 or 1.3 with an ordinary certificate.",
  },
};

/** Explains why nothing could be sent. Uses only the outcome when no probe is available. */
export function targetAdvice(probe: TargetProbe | null, exchange: Exchange): Advice {
  const fault = probe?.fault ?? null;
  if (fault !== null) return faults[fault];
  const advice =
    "Check name, address, port and certificate. The gateway calls https and public addresses only; for a receiver on this machine use --allow-insecure-loopback.";
  return { seen: endingWords(exchange), advice };
}
