import { describe, expect, it } from "vitest";
import { listenToLeave } from "../../page/unsent/page-leave.ts";

/** A page with the listener, and whether it warns before it is left. */
function openPage({ isKept = true, isUnsent = true } = {}) {
  const window = new EventTarget() as unknown as Window;
  const page = { reloads: 0, asksBack, show, stop: () => undefined as void };
  function asksBack(): boolean {
    return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  }
  function show(persisted: boolean): void {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  }
  page.stop = listenToLeave({
    window,
    isUnsent: () => isUnsent,
    isKept: () => isKept,
    reload: () => (page.reloads += 1),
  });
  return page;
}

describe("a page with something unsent", () => {
  it("asks back before it is left, and no longer once its session is over", () => {
    const page = openPage();
    expect([page.asksBack(), openPage({ isUnsent: false }).asksBack()]).toEqual([true, false]);
    page.stop();
    page.show(true);
    expect([page.asksBack(), page.reloads]).toEqual([false, 0]);
  });

  it("is reloaded when it returns from the back/forward cache, without a warning when everything is stored", () => {
    const page = openPage();
    page.show(false);
    expect([page.reloads, page.asksBack()]).toEqual([0, true]);
    page.show(true);
    expect([page.reloads, page.asksBack()]).toEqual([1, false]);
    const notKept = openPage({ isKept: false });
    notKept.show(true);
    expect([notKept.reloads, notKept.asksBack()]).toEqual([1, true]);
  });
});
