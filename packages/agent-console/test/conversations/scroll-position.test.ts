import { describe, expect, it, vi } from "vitest";
import { ScrollPosition } from "../../page/conversations/thread/scroll-position.ts";

const height = 100;
const windowHeight = 1_000;

/** A box whose messages are in parts of 50, at first 100 high, with an optional line before one of them. */
class FakeBox {
  readonly clientHeight = windowHeight;
  readonly #ids: number[];
  readonly #lineBefore: number | null;
  readonly #added = new Map<number, number>();
  #top = 0;

  constructor(ids: readonly number[], lineBefore: number | null = null) {
    this.#ids = [...ids];
    this.#lineBefore = lineBefore;
  }

  get scrollHeight(): number {
    return this.#heightOf(this.#ids);
  }
  get scrollTop(): number {
    return this.#top;
  }
  set scrollTop(top: number) {
    this.#top = Math.max(0, Math.min(top, this.scrollHeight - windowHeight));
  }

  add(...ids: readonly number[]): void {
    this.#ids.push(...ids);
  }
  addEarlier(...ids: readonly number[]): void {
    this.#ids.unshift(...ids);
  }
  grow(id: number, by: number): void {
    this.#added.set(id, by);
  }

  /** Where a message is on the screen. */
  shownAt(id: number): number {
    return this.#heightOf(this.#ids.slice(0, this.#ids.indexOf(id))) - this.#top;
  }

  getBoundingClientRect(): unknown {
    return { top: 0 };
  }
  getElementsByClassName(): unknown {
    return collection(() => {
      const parts = Map.groupBy(this.#ids, (id) => Math.floor(id / 50));
      return [...parts.values()].map((ids) => this.#partOf(ids));
    });
  }
  querySelector(selector: string): unknown {
    const id = /^\.message\[data-id="(\d+)"\]$/.exec(selector)?.[1];
    const found = id === undefined ? this.#lineBefore : Number(id);
    return found !== null && this.#ids.includes(found) ? this.#messageOf(found) : null;
  }

  #heightOf(ids: readonly number[]): number {
    return ids.reduce((sum, id) => sum + height + (this.#added.get(id) ?? 0), 0);
  }
  #partOf(ids: readonly number[]): object {
    const messages = collection(() => ids.map((id) => this.#messageOf(id)));
    return {
      offsetHeight: this.#heightOf(ids),
      getBoundingClientRect: () => ({ top: this.shownAt(ids[0] ?? 0) }),
      getElementsByClassName: () => messages,
    };
  }
  #messageOf(id: number): object {
    return {
      isConnected: true,
      dataset: { id: String(id) },
      offsetHeight: this.#heightOf([id]),
      getBoundingClientRect: () => ({ top: this.shownAt(id) }),
    };
  }
}

/** A live collection of elements. */
function collection(elements: () => readonly object[]): object {
  const item = (at: number): object | null => elements()[at] ?? null;
  return Object.defineProperty({ item }, "length", { get: () => elements().length });
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

function opened(box: FakeBox): ScrollPosition {
  const position = new ScrollPosition(box as unknown as HTMLElement);
  position.keep();
  return position;
}

/** The agent scrolls. */
function scroll(
  position: ScrollPosition,
  box: FakeBox,
  by: number,
): ReturnType<ScrollPosition["keep"]> {
  box.scrollTop += by;
  return position.scrolled();
}

describe("the scroll position of a thread", () => {
  it("is the end at first, and stays there when messages come", () => {
    const box = new FakeBox(numbers(101, 140));
    const position = opened(box);
    expect(box.shownAt(140)).toBe(windowHeight - height);
    box.add(141);
    expect(position.keep()).toEqual({ isFar: false, seenId: 141 });
    expect(box.shownAt(141)).toBe(windowHeight - height);
  });

  it("follows on although content has grown before the page was told of a scroll", () => {
    const box = new FakeBox(numbers(101, 140));
    const position = opened(box);
    box.add(141, 142);
    position.scrolled();
    position.keep();
    expect(box.shownAt(142)).toBe(windowHeight - height);
  });

  it("is kept while one reads further up, whatever comes below or above", () => {
    const box = new FakeBox(numbers(101, 140));
    const position = opened(box);
    scroll(position, box, -1_550);
    const before = box.shownAt(120);
    box.add(141, 142);
    expect(position.keep()).toEqual({ isFar: true, seenId: 140 });
    expect(box.shownAt(120)).toBe(before);
    box.addEarlier(...numbers(51, 100));
    position.keep();
    expect(box.shownAt(120)).toBe(before);
    position.follow();
    expect(position.keep()).toEqual({ isFar: false, seenId: 142 });
  });

  it("is the message that was looked for, however high what is above turns out to be", () => {
    vi.stubGlobal("CSS", { escape: (id: string) => id });
    const box = new FakeBox(numbers(101, 300));
    const position = opened(box);
    expect(position.showMessage("90")).toBeNull();
    expect(position.showMessage("175")?.isFar).toBe(true);
    const middle = (windowHeight - height) / 2;
    expect(box.shownAt(175)).toBe(middle);
    position.scrolled();
    for (const id of [120, 160, 174]) {
      box.grow(id, 900);
      position.keep();
      expect(box.shownAt(175)).toBe(middle);
    }
    vi.unstubAllGlobals();
  });

  it("follows again once one has scrolled to the end", () => {
    const box = new FakeBox(numbers(101, 140));
    const position = opened(box);
    scroll(position, box, -1_000);
    scroll(position, box, 1_000);
    box.add(141);
    position.keep();
    expect(box.shownAt(141)).toBe(windowHeight - height);
  });

  it("is the first unread message when not all unread ones fit in, and else the end", () => {
    const many = new FakeBox(numbers(101, 140), 111);
    const position = opened(many);
    expect(many.shownAt(111)).toBe(32);
    many.add(141);
    expect(position.keep().seenId).toBe(120);
    expect(many.shownAt(111)).toBe(32);
    const few = new FakeBox(numbers(101, 140), 139);
    opened(few);
    expect(few.shownAt(140)).toBe(windowHeight - height);
  });
});
