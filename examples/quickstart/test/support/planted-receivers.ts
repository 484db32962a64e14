import type { IncomingMessage } from "node:http";
import type { FaultyReceivers } from "./faulty-receivers.ts";

/** A fault, the doctor's expected finding, and words of its advice. */
export interface Planted {
  readonly check: string;
  readonly level: "warning" | "fault";
  readonly advice: string;
}

/** A fault of a channel's receiver. */
export interface PlantedReceiver extends Planted {
  readonly plant: (receivers: FaultyReceivers) => string | Promise<string>;
  /** The channel's knobs. */
  readonly knobs?: object;
}

const fault = (check: string, advice: string, plant: PlantedReceiver["plant"], knobs?: object) => ({
  check,
  level: "fault" as const,
  advice,
  plant,
  ...(knobs && { knobs }),
});

/** By channel id. */
export const plantedReceivers: Readonly<Record<string, PlantedReceiver>> = {
  "no-such-name": fault("receiver-name", "misspelt host", () => "https://shop.invalid/chat"),
  "private-address": fault("receiver-address", "allowTargets", () => "https://10.11.12.13/chat"),
  "without-tls": fault("receiver-url", "set an https URL", () => "http://203.0.113.7/chat"),
  "nobody-listens": fault("receiver-connection", "Start the receiver", (all) => all.closed()),
  "no-handshake": fault("receiver-connection", "firewall", (all) => all.mute()),
  "own-authority": fault("receiver-tls", "whole chain", (all) => all.withCertificate("localhost")),
  "expired-certificate": fault("receiver-tls", "Renew it", (all) => all.withCertificate("expired")),
  "not-tls": fault("receiver-tls", "Correct the port", (all) => all.plaintext()),
  redirect: fault("receiver-redirect", "to chat.shop.example", (all) =>
    all.answering(302, "", { location: "https://chat.shop.example/in" }),
  ),
  "own-path": fault("receiver-path", "?channel={channel}", async (all) => {
    const url = await all.choosy(({ url: path }) => path?.startsWith("/chat?") === true, 404);
    return `${url}/chat`;
  }),
  "own-query": fault("receiver-path", "add `&channel={channel}` at its end", async (all) => {
    const known = ({ url: path }: IncomingMessage) => path === "/chat?k=1&channel=own-query";
    return `${await all.choosy(known, 404)}/chat?k=1`;
  }),
  "yes-in-a-string": fault("receiver-acknowledgement", "acknowledge: affirmative", (all) =>
    all.answering(200, JSON.stringify('{"result": "ok"}')),
  ),
  "says-nothing": fault("receiver-acknowledgement", "`any-2xx` counts every other 2xx", (all) =>
    all.answering(200, "OK"),
  ),
  null: fault("receiver-acknowledgement", "`typing: off`", (all) => all.answering(200, "null")),
  "no-chunks": fault(
    "receiver-transfer",
    "transfer: content-length",
    (all) => all.choosy(({ headers }) => "content-length" in headers, 411),
    { transfer: "chunked" },
  ),
  "own-acknowledgement": fault("receiver-acknowledgement", "acknowledge: affirmative", (all) =>
    all.answering(201, '{"status":"accepted"}'),
  ),
  "busy-failure": {
    ...fault("receiver-failure-shape", "failureShape: redeliver", (all) =>
      all.answering(200, '{"error":{"code":503,"message":"try again later"}}'),
    ),
    level: "warning",
  },
  credentials: fault("receiver-status", "credentials", (all) => all.answering(401)),
  crashing: fault("receiver-status", "error is on its side", (all) => all.answering(500)),
  "hanging-up": fault("receiver-answer", "Check its log", (all) => all.hangingUp()),
  "never-answering": fault("receiver-latency", "acknowledge first", (all) => all.silent()),
};
