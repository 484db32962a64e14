import { writeSecrets } from "@parley/core/sql-store";
import { describe, expect, it } from "vitest";
import { readSecrets } from "../../src/channels/channel-secrets.ts";

const secret = (name: string, expiresAt: number | null) => ({
  digest: Buffer.from(name).toString("hex").padEnd(64, "0"),
  expiresAt,
});

describe("a channel's secrets", () => {
  const four = [secret("a", null), secret("b", 1), secret("c", 1_700_000_000_000), secret("d", 0)];

  it("are read as written, none to four of them", () => {
    for (let count = 0; count <= 4; count += 1) {
      const secrets = four.slice(0, count);
      expect(readSecrets(writeSecrets(secrets))).toEqual(secrets);
    }
  });

  it("take the same space, however many there are (ruling 1)", () => {
    const lengths = new Set([0, 1, 4].map((count) => writeSecrets(four.slice(0, count)).length));
    expect(lengths.size).toBe(1);
  });

  it("are none in an empty text", () => {
    expect(readSecrets("")).toEqual([]);
  });

  it("with digests shorter than SHA-256 are read as written", () => {
    const short = [{ digest: "short", expiresAt: null }];
    expect(readSecrets(writeSecrets(short))).toEqual(short);
  });
});
