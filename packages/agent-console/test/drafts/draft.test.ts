import { describe, expect, it } from "vitest";
import { type DraftSave, noDraft, saved, sent, type StoredDraft } from "../../src/drafts/draft.ts";

const text = (words: string) => ({ text: words, media: null });

function save(device: string, base: number, words: string, change: Partial<DraftSave> = {}) {
  const body = words === "" ? null : text(words);
  return { id: "d", device, base, body, without: null, keepsShown: false, ...change };
}

function after(now: StoredDraft, next: DraftSave): StoredDraft {
  const draft = saved(now, next);
  if (draft === null) throw new Error("it was refused");
  return draft;
}

const shown = ({ revision, body, others }: StoredDraft) => [
  revision,
  body?.text ?? null,
  others.map((other) => other.text),
];

describe("a draft on two devices", () => {
  it("gets a new revision with every save", () => {
    const first = after(noDraft, save("laptop", 0, "a"));
    expect(shown(first)).toEqual([1, "a", []]);
    expect(shown(after(first, save("phone", 1, "ab")))).toEqual([2, "ab", []]);
    expect(shown(after(first, save("laptop", 1, "")))).toEqual([2, null, []]);
  });

  it("shows the later text where two meet, and keeps the other one", () => {
    const laptop = after(noDraft, save("laptop", 0, "a"));
    const both = after(laptop, save("phone", 0, "b"));
    expect(shown(both)).toEqual([2, "b", ["a"]]);
    expect(shown(after(both, save("laptop", 1, "a and more")))).toEqual([
      3,
      "a and more",
      ["b", "a"],
    ]);
    const cleared = after(laptop, save("phone", 0, ""));
    expect(shown(cleared)).toEqual([2, null, ["a"]]);
  });

  it("keeps nothing where both wrote the same, or one device wrote twice", () => {
    const laptop = after(noDraft, save("laptop", 0, "a"));
    expect(shown(after(laptop, save("phone", 0, "a")))).toEqual([2, "a", []]);
    expect(shown(after(laptop, save("laptop", 0, "ab")))).toEqual([2, "ab", []]);
  });

  it("keeps three other texts at most, the newest", () => {
    let draft = noDraft;
    for (const [index, words] of ["a", "b", "c", "d", "e"].entries())
      draft = after(draft, save(`device-${index}`, 0, words));
    expect(shown(draft)).toEqual([5, "e", ["d", "c", "b"]]);
  });

  it("gives the other text back in place of the shown one, or drops it", () => {
    const both = after(after(noDraft, save("laptop", 0, "a")), save("phone", 0, "b"));
    const [other] = both.others;
    const taken = save("phone", 2, "a", { without: other?.revision ?? 0, keepsShown: true });
    expect(shown(after(both, taken))).toEqual([3, "a", ["b"]]);
    const dropped = save("phone", 2, "b", { without: other?.revision ?? 0 });
    expect(shown(after(both, dropped))).toEqual([3, "b", []]);
  });

  it("goes on behind a base that the database does not know any more", () => {
    expect(shown(after(noDraft, save("laptop", 7, "a")))).toEqual([8, "a", []]);
  });
});

describe("a draft that is sent", () => {
  const written = after(noDraft, save("laptop", 0, "a"));

  it("is gone, and no save from before brings it back", () => {
    const gone = sent(written, { id: "d", device: "laptop", revision: 1 });
    expect(shown(gone)).toEqual([2, null, []]);
    for (const device of ["laptop", "phone"]) {
      expect(saved(gone, save(device, 0, "a"))).toBeNull();
      expect(saved(gone, save(device, 1, "a and more"))).toBeNull();
    }
    expect(shown(after(gone, save("phone", 2, "new")))).toEqual([3, "new", []]);
  });

  it("is gone though a save of its last words came first", () => {
    const more = after(written, save("laptop", 1, "a and more"));
    const gone = sent(more, { id: "d", device: "laptop", revision: 1 });
    expect(shown(gone)).toEqual([3, null, []]);
  });

  it("leaves what another device has written since", () => {
    const phone = after(written, save("phone", 1, "a from the phone"));
    const both = sent(phone, { id: "d", device: "laptop", revision: 1 });
    expect(shown(both)).toEqual([2, "a from the phone", []]);
    expect(saved(both, save("laptop", 1, "a"))).toBeNull();
    expect(shown(after(both, save("phone", 2, "more")))).toEqual([3, "more", []]);
  });

  it("leaves the next one, which was begun before the message left", () => {
    const next = after(written, save("laptop", 1, "b", { id: "next" }));
    const both = sent(next, { id: "d", device: "laptop", revision: 1 });
    expect(shown(both)).toEqual([2, "b", []]);
  });

  it("leaves the other text", () => {
    const both = after(written, save("phone", 0, "b"));
    expect(shown(sent(both, { id: "d", device: "phone", revision: 2 }))).toEqual([3, null, ["a"]]);
  });

  it("stays gone when it is told twice, also when nothing was saved before", () => {
    const once = sent(noDraft, { id: "d", device: "laptop", revision: 0 });
    expect(saved(once, save("laptop", 0, "a"))).toBeNull();
    const twice = sent(once, { id: "d", device: "laptop", revision: 0 });
    expect(shown(twice).slice(1)).toEqual([null, []]);
    expect(saved(twice, save("laptop", 0, "a"))).toBeNull();
  });
});
