import type { Conversation, Conversations, Page, PageRequest } from "@parley/core";
import { describe, expect, it } from "vitest";
import { filledPage, firstItems } from "../../src/http/filled-page.ts";
import { startOfConversations } from "../../src/http/page-start.ts";

/** A list of numbers whose pages leave out what is odd, as a store leaves out what may not be read. */
function evenOf(count: number) {
  const asked: PageRequest[] = [];
  const read = async (request: PageRequest): Promise<Page<number>> => {
    asked.push(request);
    const from = Number(request.before ?? 0);
    const to = Math.min(from + 1, count);
    const items = Array.from({ length: to - from }, (_, at) => from + at);
    return {
      items: items.filter((item) => item % 2 === 0),
      next: to === count ? null : String(to),
    };
  };
  return { asked, read };
}

describe("pages that hold fewer items than asked for", () => {
  it("are read on while they are empty, four at most", async () => {
    const { read } = evenOf(9);
    expect(await filledPage(read, { before: "1", limit: 5 })).toEqual({ items: [2], next: "3" });
    const empty = async ({ before }: PageRequest) => ({
      items: [],
      next: String(Number(before) + 1),
    });
    expect(await filledPage(empty, { before: "0", limit: 5 })).toEqual({ items: [], next: "4" });
    expect(await filledPage(read, { before: "8", limit: 5 })).toEqual({ items: [8], next: null });
  });

  it("make up the first items of a list, up to a number of them or of pages", async () => {
    const { asked, read } = evenOf(99);
    expect(await firstItems(read, 3)).toEqual([0, 2, 4]);
    expect(asked.map(({ limit }) => limit)).toEqual([3, 2, 2, 1, 1]);
    expect(await firstItems(read, 9, 4)).toEqual([0, 2]);
    expect(await firstItems(evenOf(2).read, 9)).toEqual([0]);
  });

  it("lead to the place after a conversation all the same", async () => {
    const all = ["a", "b", "c", "d"].map((id) => ({ id }) as Conversation);
    const conversations = {
      find: async (id: string) => all.find((one) => one.id === id) ?? null,
      // One conversation a page, and an empty page before each.
      list: async ({ before }: PageRequest) => {
        const at = Number(before ?? 0);
        const items = at % 2 === 0 ? [] : all.slice((at - 1) / 2, (at + 1) / 2);
        return { items, next: at + 1 < 2 * all.length ? String(at + 1) : null };
      },
    } as unknown as Conversations;
    expect(await startOfConversations(conversations, "b")).toBe("4");
    expect(await startOfConversations(conversations, "d")).toBe("end");
  });
});
