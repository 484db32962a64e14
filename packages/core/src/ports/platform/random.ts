import type { ServiceIdentifier } from "inversify";

/** Called by the engine for ids, secrets and jitter; implemented by the platform, or seeded by a test. */
export interface Random {
  /** `characters` unpredictable characters of `[A-Za-z0-9_-]`, 6 bits each. */
  token(characters: number): string;
  /** A number in [0, 1). */
  fraction(): number;
}
export const Random = Symbol.for("@parley/core/Random") as ServiceIdentifier<Random>;
