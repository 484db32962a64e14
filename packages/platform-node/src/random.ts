import { randomBytes } from "node:crypto";
import type { Random } from "@parley/core";

/** `Random` from the operating system's generator, `fraction` included. */
export const secureRandom: Random = {
  token(characters) {
    const bytes = randomBytes(Math.ceil((characters * 6) / 8));
    return bytes.toString("base64url").slice(0, characters);
  },
  fraction() {
    return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
  },
};
