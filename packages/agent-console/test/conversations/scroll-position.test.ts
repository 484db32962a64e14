import { describe, expect, it } from "vitest";
import { ScrollPosition } from "../../page/conversations/thread/scroll-position.ts";

const height = 100;
const windowHeight = 1_000;

/** A box whose messages are 100 high, with an optional line before one of them. */
class FakeBox {
  readonly clientHeight = windowHeight;
  readonly #ids: number[];
  readonly #lineBefore: number | null;
  #top = 0;

  constructor(ids: readonly number[], lineBefore: number | null = null) {
    this.#ids = [...ids];
    this.#lineBefore = lineBefore;
  }

  get scrollHeight(): number {
    return this.#ids.length * height;
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

  /** Where a message is on the screen. */
  shownAt(id: number): number {
    return this.#offsetOf(id) - this.#top;
  }

  getElementsByClassName(): unknown {
    const item = (at: number): unknown => this.#elementOf(this.#ids[at]);
    return Object.defineProperty({ item }, "length", { get: () => this.#ids.length });
  }
  querySelector(selector: string): unknown {
    if (selector !== ".unread-line" || this.#lineBefore === null) return null;
    return { offsetTop: this.#offsetOf(this.#lineBefore) };
  }

  #offsetOf(id: number): number {
    return this.#ids.indexOf(id) * height;
  }
  #elementOf(id: number | undefined): unknown {
    if (id === undefined) return null;
    const offsetOf = (): number => this.#offsetOf(id);
    return {
      isConnected: true,
      dataset: { id: String(id) },
      offsetHeight: height,
      get offsetTop() {
        return offsetOf();
      },
    };
  }
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
