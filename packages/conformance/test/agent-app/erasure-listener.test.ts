import * as runner from "vitest";
import { collectResults, erasureListenerSuite, type OpenErasureApp } from "../../src/index.ts";

const { describe, expect, it } = runner;

interface Flaws {
  readonly forgetsAll?: true;
  readonly forgetsNothing?: true;
  readonly takesItOnce?: true;
  readonly keepsAgain?: true;
}

/** A set of conversations, beside the store of the bench. */
const openSet =
  (flaws: Flaws = {}): OpenErasureApp =>
  async (bench) => {
    const kept = new Set<string>();
    const { conversations } = bench.rig.gateway;
    return {
      listener: {
        erased: async ({ conversationId }) => {
          if (flaws.forgetsNothing) return { outcome: "taken" };
          if (flaws.takesItOnce && !kept.has(conversationId)) throw new Error("there is none");
          if (flaws.forgetsAll) kept.clear();
          kept.delete(conversationId);
          return { outcome: "taken" };
        },
      },
      remember: async (visitor) => {
        const { conversationId } = await bench.says("hello", visitor);
        kept.add(conversationId);
        return conversationId;
      },
      rememberAgain: async (conversationId) => {
        const isThere = (await conversations.find(conversationId)) !== null;
        if (isThere || flaws.keepsAgain) kept.add(conversationId);
        return isThere;
      },
      isRemembered: async (conversationId) => kept.has(conversationId),
      erase: async (conversationId) => void (await conversations.erase(conversationId)),
      close: async () => {},
    };
  };

erasureListenerSuite(runner, "a set of conversations", openSet());

const goes = "what is kept about an erased conversation goes, and nothing else";
const again = "the same notice again is taken, one after another and at once";
const unknown = "a conversation that it does not know is taken";
const after = "nothing is kept about it from then on";

describe("the suite finds a listener that gets an erasure wrong", () => {
  it.each<[Flaws, readonly string[]]>([
    [{ forgetsNothing: true }, [goes, again, after]],
    [{ forgetsAll: true }, [goes]],
    [{ takesItOnce: true }, [again, unknown]],
    [{ keepsAgain: true }, [after]],
  ])("%j", async (flaws, rules) => {
    const results = await collectResults((suite) =>
      erasureListenerSuite(suite, "a flawed set", openSet(flaws)),
    );
    const red = results.filter(({ failure }) => failure !== null);
    expect(red.map(({ title }) => title)).toEqual(rules);
  });
});
