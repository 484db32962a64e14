import { type Channel, defaultKnobs, type PageRequest, refuse } from "@parley/core";
import type { AdminPorts } from "../../src/index.ts";

export const channelSecret = "Random_String-0123456789abcdefgh";
export const digest = "digest-of-a-secret";
export const signingKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const shop: Channel = {
  id: "shop",
  key: "inner-key-of-shop",
  secrets: [{ digest, expiresAt: null }],
  chatApiUrl: "https://shop.test/hook",
  knobs: { ...defaultKnobs, hiddenErrorCodes: [7] },
  signingKeys: [],
  createdAt: 1_700_000_000_000,
  revision: 3,
};

export const shopView = {
  id: "shop",
  chatApiUrl: "https://shop.test/hook",
  overflow: "truncate",
  media: "strict",
  dedupe: "window",
  transfer: "content-length",
  acknowledge: "result-ok",
  failureShape: "final",
  typing: "on",
  hiddenErrorCodes: [7],
  signed: false,
  createdAt: 1_700_000_000_000,
};

const unknown = { done: false, refusal: refuse("notFound") } as const;

/** Ports whose methods all reject with `error`. */
export function failingPorts(error: Error): AdminPorts {
  const fail = async () => {
    throw error;
  };
  const failing = <Port extends object>() => new Proxy({} as Port, { get: () => fail });
  return {
    channels: failing(),
    channelAdmin: failing(),
    deadLetters: failing(),
    deliveries: failing(),
    conversations: failing(),
    retention: failing(),
    diagnosis: failing(),
    pauses: { lasting: () => [] },
    owners: failing(),
    ownedConversations: failing(),
    backends: ["default"],
    backups: [],
    clock: { now: () => 1_700_000_000_000 },
    ready: fail,
  };
}

/** Ports with one channel and one dead letter that record their calls. */
export function fakePorts() {
  const calls: unknown[][] = [];
  const issued = { done: true, value: { channel: shop, randomString: channelSecret } } as const;
  const ports: AdminPorts = {
    ...failingPorts(new Error("nobody should have called this")),
    clock: { now: () => 1_700_000_000_000 },
    backups: [],
    channels: {
      find: async (id) => (id === shop.id ? shop : null),
      list: async () => [shop, { ...shop, id: "till" }],
    },
    channelAdmin: {
      add: async (input) => {
        calls.push(["add", input]);
        return issued;
      },
      change: async (id, input) => {
        calls.push(["change", id, input]);
        return id === shop.id ? { done: true, value: shop } : unknown;
      },
      rotate: async (id, overlapMs) => {
        calls.push(["rotate", id, overlapMs]);
        return id === shop.id ? issued : unknown;
      },
      sign: async (id, overlapMs) => {
        calls.push(["sign", id, overlapMs]);
        return id === shop.id ? { done: true, value: { channel: shop, signingKey } } : unknown;
      },
      unsign: async (id) => {
        calls.push(["unsign", id]);
        return id === shop.id ? { done: true, value: shop } : unknown;
      },
      remove: async (id) => {
        calls.push(["remove", id]);
        return id === shop.id ? { done: true, value: null } : unknown;
      },
    },
    deadLetters: {
      list: async (page: PageRequest) => {
        calls.push(["dead letters", page]);
        const failure = { reason: "backend-rejected", description: "no" } as const;
        return {
          items: [{ conversationId: "c1", channelId: "shop", sequence: 4, failure, acceptedAt: 5 }],
          next: "cursor",
        };
      },
      redeliver: async (conversationId, sequence) => {
        calls.push(["redeliver", conversationId, sequence]);
        return conversationId === "c1" && sequence === 4;
      },
    },
  };
  return { ports, calls };
}
