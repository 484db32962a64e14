import type { Page } from "playwright-core";

/** Text cut off at the side, controls without a name, and errors in the header. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visible = [...document.querySelectorAll("#root *")].filter((element) =>
      element.checkVisibility(),
    );
    const nameOf = (element: Element): string =>
      (element.getAttribute("aria-label") ?? "") +
      (element.textContent ?? "") +
      [...((element as HTMLInputElement).labels ?? [])].map((each) => each.textContent).join("");
    const scrolls = (element: Element): boolean =>
      element.closest(".tabs, .places, input, select, textarea") !== null;
    const spills = ({ scrollWidth, clientWidth }: Element): boolean =>
      clientWidth > 0 && scrollWidth > clientWidth + 1;
    const header = visible
      .filter((element) => element.matches(".top-bar > *"))
      .map((element) => element.getBoundingClientRect())
      .toSorted((one, other) => one.top + one.bottom - other.top - other.bottom);
    const rows = header.filter((box, at) => at === 0 || box.top >= (header[at - 1]?.bottom ?? 0));
    const found = visible.flatMap((element) => {
      const { right, left } = element.getBoundingClientRect();
      const faults = [];
      const tag = `${element.localName}.${element.className}`;
      if ((right > innerWidth + 1 || left < -1) && !scrolls(element)) faults.push(`wide: ${tag}`);
      const isCut = getComputedStyle(element).overflowX === "hidden";
      if (spills(element) && !isCut && !scrolls(element)) faults.push(`spills: ${tag}`);
      const isControl = element.matches("input:not([type=hidden]), select, textarea, button, a");
      if (isControl && nameOf(element).trim() === "") faults.push(`nameless: ${tag}`);
      return faults;
    });
    if (rows.length > 2) found.push(`header: ${rows.length} rows`);
    const line = document.querySelector(".presence-line");
    const lineHeight = line?.getBoundingClientRect().height ?? 0;
    if (lineHeight > (innerWidth < 600 ? 56 : 32)) found.push(`presence: ${lineHeight} high`);
    const hasWindow = innerWidth < 720 && document.querySelector(".signed-in[data-open=true]");
    if (hasWindow && lineHeight > 0) found.push("presence: above a conversation");
    const account = visible.find((element) => element.matches(".account"));
    if ((account?.clientWidth ?? 60) < 60) found.push("header: no room for a name");
    return found;
  });
}
