import type { Sabotage } from "../contract/sabotage.ts";

const reader = "packages/core/src/engine/channels/channel-reader.ts";
const registry = "packages/core/src/engine/channels/channel-registry.ts";
const overlap = "packages/core/src/engine/channels/rotate-secrets.ts";
const availability = "packages/core/src/engine/inbound/availability-cache.ts";

/** Access to channels, and their status (§3 to §5, rulings 1 and 2). */
export const channelAccessSabotages: readonly Sabotage[] = [
  {
    id: "secret-any",
    file: reader,
    find: "found = (equal && live) || found;",
    replace: "found = live || found;",
  },
  {
    id: "compared-until-found",
    file: reader,
    find: "found = (equal && live) || found;",
    replace: "found = (equal && live) || found;\n      if (found) break;",
  },
  {
    id: "secret-kept",
    file: registry,
    find: "createdAt: clock.now(),",
    replace: "createdAt: clock.now(),\n      ...({ channelSecret } as object),",
  },
  {
    id: "secret-repeated",
    file: registry,
    find: "const channelSecret = random.token(channelSecretCharacters);",
    replace: 'const channelSecret = "x".repeat(channelSecretCharacters);',
  },
  {
    id: "overlap-1h",
    file: registry,
    find: "const overlapDefaultMs = 24 * 60",
    replace: "const overlapDefaultMs = 1 * 60",
  },
  {
    id: "overlap-too-long",
    file: overlap,
    find: "Math.min(secret.expiresAt ?? Infinity, now + overlapMs),",
    replace: "Math.min(secret.expiresAt ?? Infinity, now + overlapMs + 1),",
  },
  {
    id: "overlap-cut-short",
    file: overlap,
    find: "if (outliving.length < limit) return { done: true, value: [newest, ...outliving] };",
    replace: "return { done: true, value: [newest, ...outliving].slice(0, limit) };",
  },
  {
    id: "unknown-is-cheaper",
    file: reader,
    find: "if (!this.#matches(read, digest) || read === null) return null;",
    replace: "if (read === null || !this.#matches(read, digest)) return null;",
  },
  {
    id: "no-dummy",
    file: reader,
    find: "this.#digest.equal(secret.digest, digest);",
    replace: "secret !== nothing && this.#digest.equal(secret.digest, digest);",
  },
  {
    id: "padded-with-sleep",
    file: reader,
    find: "const digest = this.#digest.of(channelSecret);",
    replace:
      "await new Promise((resolve) => setTimeout(resolve, 10));\n    const digest = this.#digest.of(channelSecret);",
  },
  {
    id: "compared-in-haste",
    file: "packages/platform-node/src/digest.ts",
    find: "one.length === other.length && timingSafeEqual(one, other);",
    replace: "one.length === other.length && left === right;",
  },
  {
    id: "status-trusts-the-broken",
    file: availability,
    find: "} catch {\n      return 0;",
    replace: "} catch {\n      return 1;",
  },
  {
    id: "status-through-pauses",
    file: availability,
    find: ".filter((name) => !pauses.of(name).isUnavailable)",
    replace: "",
  },
  {
    id: "status-waits-longer",
    file: availability,
    find: "const timeoutMs = 1_000;",
    replace: "const timeoutMs = 5_000;",
  },
  {
    id: "status-unshared",
    file: availability,
    find: "now - known.askedAt < sharedMs",
    replace: "now - known.askedAt < 0",
  },
  {
    id: "status-shared-longer",
    file: availability,
    find: "const sharedMs = 1_000;",
    replace: "const sharedMs = 60_000;",
  },
  {
    id: "status-never-1",
    file: availability,
    find: "=== 1 ? 1 : 0;",
    replace: "=== 1 ? 0 : 0;",
  },
];
