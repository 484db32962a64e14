import type { Page } from "playwright-core";

/** Appended to every untrusted text: it hides and reorders text, and ends in a dangerous extension. */
export const strange = " a\u200bb\u202egpj.exe";
/** Fields that are not texts but control the page. */
const ours =
  /^(id|.*Id|type|direction|state|reason|role|kind|outcome|file|thumb|photo|next|at|.*At|acknowledge|failureShape|media|overflow|dedupe|transfer|typing)$/;

/** The same JSON with `strange` appended to every text. */
export function madeStrange(value: unknown, name = ""): unknown {
  if (typeof value === "string") return ours.test(name) ? value : value + strange;
  if (Array.isArray(value)) return value.map((each) => madeStrange(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, madeStrange(each, key)]),
  );
}

/** Appends `strange` to every text that the page receives from now on. */
export async function answerStrangely(page: Page): Promise<void> {
  await page.route("**/console/api/**", async (route) => {
    const request = route.request();
    if (request.method() !== "GET" || request.url().endsWith("/events")) return route.fallback();
    try {
      const response = await route.fetch();
      if (!response.ok()) return await route.fulfill({ response });
      await route.fulfill({ response, json: madeStrange(await response.json()) });
    } catch {
      // The page has left and no longer waits for the answer.
    }
  });
}

/** How often strange text is shown, and places where it could mislead. */
export interface StrangeText {
  readonly count: number;
  readonly faults: readonly string[];
}

export function strangeTextOn(page: Page): Promise<StrangeText> {
  return page.evaluate(() => {
    const faults: string[] = [];
    let count = 0;
    const isRaw = (text: string): boolean =>
      /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u.test(
        text.replaceAll(/[\n\t]/g, ""),
      );
    const token = "gpj.exe";
    const isolatedInText = /\u2068[^\u2068\u2069]*gpj\.exe[^\u2068\u2069]*\u2069/g;
    const plain = (where: string, text: string): void => {
      const rest = text.replaceAll(isolatedInText, (part) => {
        count += 1;
        return part.slice(1, -1).replaceAll(token, "");
      });
      if (isRaw(rest)) faults.push(`raw: ${where}: ${text}`);
      if (rest.replace(/^[^\u2068\u2069]*$/, "").includes(token)) faults.push(`open: ${where}`);
    };
    const isIsolated = (node: Node): boolean => {
      for (let at = node.parentElement; at !== null; at = at.parentElement) {
        const { unicodeBidi } = getComputedStyle(at);
        if (at.matches("bdi, [dir=auto]") && unicodeBidi.startsWith("isolate")) return true;
      }
      return false;
    };
    plain("document.title", document.title);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      const parent = node.parentElement;
      const where = `${parent?.localName}.${parent?.className} “${text}”`;
      if (parent === null || parent.closest("[data-testid=message-text], textarea") !== null) {
        continue;
      }
      const outside = text.replaceAll(isolatedInText, "");
      if (isRaw(text.replaceAll(/[\u2068\u2069]/g, ""))) faults.push(`raw: ${where}`);
      if (text.includes(".exe")) count += 1;
      if (outside.includes(".exe") && !isIsolated(node)) faults.push(`open: ${where}`);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["title", "aria-label", "alt", "placeholder"]) {
        const text = element.getAttribute(name);
        if (text !== null) plain(`${element.localName}[${name}]`, text);
      }
    }
    return { count, faults };
  });
}

/** The visible end of an element. */
export interface SeenEnd {
  readonly text: string;
  /** Whether each character is to the right of the one before. */
  readonly inOrder: boolean;
  /** Whether nothing of the element is visible to the right of it. */
  readonly atTheRight: boolean;
  /** Whether it is not cut off. */
  readonly inSight: boolean;
}

/** The last `length` characters of the last element that matches `selector`, by their painted position. */
export function endOf(page: Page, selector: string, length: number): Promise<SeenEnd> {
  return page
    .locator(selector)
    .last()
    .evaluate((element, length) => {
      const letters: { letter: string; box: DOMRect; parent: Element | null }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.nodeValue ?? "";
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          if (box === undefined || box.width === 0) continue;
          letters.push({ letter: text[at] ?? "", box, parent: node.parentElement });
        }
      }
      const isSeen = ({ box, parent }: (typeof letters)[number]): boolean => {
        const { left, right, top, bottom } = box;
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === parent;
      };
      const last = letters.slice(-length);
      const seen = letters.filter(isSeen);
      const { right = 0, top = 0 } = last.at(-1)?.box ?? {};
      return {
        text: last.map(({ letter }) => letter).join(""),
        inOrder: last.every(
          ({ box }, at) => at === 0 || box.left >= (last[at - 1]?.box.right ?? 0) - 1,
        ),
        // For a name of several lines: within its own line.
        atTheRight: seen.every(({ box }) => box.bottom <= top || box.right <= right + 1),
        inSight: last.every(isSeen),
      };
    }, length);
}
