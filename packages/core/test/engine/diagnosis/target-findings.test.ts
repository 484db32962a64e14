import { describe, expect, it } from "vitest";
import { targetFindings } from "../../../src/engine/diagnosis/findings/target-findings.ts";
import type { TargetFault, TargetProbe } from "../../../src/ports/transport-probe.ts";

const now = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const well: TargetProbe = {
  fault: null,
  host: "shop.example:443",
  addresses: 2,
  nameMs: 3,
  connectMs: 10,
  tlsMs: 20,
  certificateExpiresAt: now + 90 * dayMs,
};

const briefly = (probe: TargetProbe): readonly string[] =>
  targetFindings(probe, now).map(({ check, level }) => `${check} ${level}`);

describe("what a probe says", () => {
  it("is fine, step by step, when every step was taken", () => {
    expect(briefly(well)).toEqual([
      "receiver-name ok",
      "receiver-address ok",
      "receiver-connection ok",
      "receiver-tls ok",
    ]);
  });

  it("counts addresses and days as people do", () => {
    const said = (probe: Partial<TargetProbe>) =>
      targetFindings({ ...well, ...probe }, now).map(({ message }) => message);
    expect(said({})[0]).toBe("shop.example:443 has 2 addresses (3 ms).");
    expect(said({ addresses: 1 })[0]).toBe("shop.example:443 has 1 address (3 ms).");
    for (const [days, end] of [
      [0.5, "within a day"],
      [1, "in 1 day"],
      [2, "in 2 days"],
    ] as const) {
      const [last] = said({ certificateExpiresAt: now + days * dayMs }).slice(-1);
      expect(last).toBe(`The certificate of shop.example:443 ends ${end}.`);
    }
  });

  it("says nothing of TLS where there is none", () => {
    const plain = { ...well, tlsMs: null, certificateExpiresAt: null };
    expect(briefly(plain)).not.toContain("receiver-tls ok");
  });

  for (const [days, level] of [
    [15, "ok"],
    [14, "warning"],
    [0.5, "warning"],
  ] as const) {
    it(`tells of a certificate that ends in ${days} days: ${level}`, () => {
      const found = briefly({ ...well, certificateExpiresAt: now + days * dayMs });
      expect(found.at(-1)).toBe(`receiver-tls ${level}`);
    });
  }

  for (const [fault, check] of [
    ["unreadable-url", "receiver-url"],
    ["not-https", "receiver-url"],
    ["unresolvable", "receiver-name"],
    ["forbidden-address", "receiver-address"],
    ["refused", "receiver-connection"],
    ["silent", "receiver-connection"],
    ["unreachable", "receiver-connection"],
    ["tls-expired", "receiver-tls"],
    ["tls-not-yet-valid", "receiver-tls"],
    ["tls-wrong-name", "receiver-tls"],
    ["tls-untrusted", "receiver-tls"],
    ["tls-plaintext", "receiver-tls"],
    ["tls-failed", "receiver-tls"],
  ] as const satisfies readonly (readonly [TargetFault, string])[]) {
    it(`files ${fault} under ${check}, with advice`, () => {
      const bare = { ...well, addresses: 0, nameMs: null, connectMs: null, tlsMs: null };
      const [found, ...others] = targetFindings({ ...bare, fault }, now);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ check, level: "fault" });
      expect(found?.advice).toMatch(/\.$/);
    });
  }
});
