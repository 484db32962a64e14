import { createHmac } from "node:crypto";
import { type Character, refusal, type Visit } from "./receiver.ts";

/** The key of all these receivers. */
export const signingKey = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

interface Strictness {
  readonly signature: boolean;
  readonly presence: boolean;
  readonly time: boolean;
  readonly everySignature: boolean;
  readonly status: number;
}

const strict: Strictness = {
  signature: true,
  presence: true,
  time: true,
  everySignature: true,
  status: 401,
};
const toleranceSeconds = 300;

/** A receiver that checks signatures, as strictly as requested. */
export function verifier(changes: Partial<Strictness> = {}): Character {
  const strictness = { ...strict, ...changes };
  return {
    react: (visit) =>
      isTrusted(visit, strictness) ? null : refusal("Not signed", strictness.status),
  };
}

/** Receivers that check too little, and the verdicts that are neither `passed` nor `skipped`. */
export const faultyVerifiers = [
  {
    fault: "checks no signature",
    verdicts: ["signature-wrong: warned", "signature-old: warned", "signature-missing: warned"],
    character: {},
  },
  {
    fault: "checks signatures only where there are any",
    verdicts: ["signature-missing: warned"],
    character: verifier({ presence: false }),
  },
  {
    fault: "looks for a signature but not at it",
    verdicts: ["signature-wrong: warned"],
    character: verifier({ signature: false }),
  },
  {
    fault: "does not look at the time",
    verdicts: ["signature-old: warned"],
    character: verifier({ time: false }),
  },
  {
    fault: "looks at the first signature only",
    verdicts: ["signature-rotation: failed"],
    character: verifier({ everySignature: false }),
  },
  {
    fault: "fails where it should refuse",
    verdicts: ["signature-wrong: warned", "signature-old: warned", "signature-missing: warned"],
    character: {
      react: (visit: Visit) => (isTrusted(visit, strict) ? null : { status: 500, body: "" }),
    },
  },
] as const;

function isTrusted({ request, body }: Visit, strictness: Strictness): boolean {
  const { headers } = request;
  const given = String(headers["webhook-signature"] ?? "");
  if (given === "") return !strictness.presence;
  const seconds = Number(headers["webhook-timestamp"]);
  const late = Math.abs(Date.now() / 1_000 - seconds) > toleranceSeconds;
  if (strictness.time && late) return false;
  const signed = `${String(headers["webhook-id"])}.${seconds}.${body}`;
  const key = Buffer.from(signingKey.slice("whsec_".length), "base64");
  const right = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const signatures = strictness.everySignature ? given.split(" ") : given.split(" ").slice(0, 1);
  return !strictness.signature || signatures.includes(right);
}
