import { describe, expect, it } from "vitest";
import { FakeBrowser, type FakeTab } from "../support/browser/browser-tabs.ts";

const texts = (tabs: readonly FakeTab[]) => tabs.map((tab) => tab.texts.join(" "));
const all = (tabs: readonly FakeTab[], text: string) => tabs.map(() => text);

describe("the tabs of one browser", () => {
  it("hold one stream, whatever their number, and each is told everything once", async () => {
    const browser = new FakeBrowser();
    const first = await browser.open(8);
    await browser.says("one");
    const later = await browser.open(4);
    await browser.says("two");
    expect(browser.gateway.streams).toBe(1);
    expect(texts(first)).toEqual(all(first, "one two"));
    expect(texts(later)).toEqual(all(later, "two"));
    for (const tab of [...first, ...later]) {
      expect([tab.connection, tab.resets, tab.presences > 0]).toEqual(["open", 0, true]);
    }
  });

  it("have their stream soon when one is alone and waits for no other", async () => {
    const browser = new FakeBrowser();
    const tab = browser.add();
    tab.random = 0.999;
    tab.stream.start();
    await browser.time.advance(150);
    expect([tab.connection, browser.gateway.streams]).toEqual(["open", 1]);
  });

  it("go on when the one that holds the stream is closed, and miss nothing", async () => {
    const browser = new FakeBrowser();
    const [leader, ...others] = await browser.open(3);
    await browser.says("one");
    leader?.stream.stop();
    await browser.says("two");
    await browser.time.advance(1_000);
    await browser.says("three");
    expect(texts(others)).toEqual(all(others, "one two three"));
    expect(others.map(({ connection, resets }) => [connection, resets])).toEqual([
      ["open", 0],
      ["open", 0],
    ]);
    expect(browser.gateway.streams).toBe(1);
  });

  it("go on within 15 s when the one that holds the stream crashed, or is frozen", async () => {
    const browser = new FakeBrowser();
    const [leader, ...others] = await browser.open(3);
    await browser.says("one");
    browser.crash(leader as FakeTab);
    await browser.says("two");
    await browser.time.advance(15_000);
    await browser.says("three");
    expect(texts(others)).toEqual(all(others, "one two three"));
    expect(others.map(({ connection, resets }) => [connection, resets])).toEqual([
      ["open", 0],
      ["open", 0],
    ]);
  });

  it("have one leader again when a frozen one comes back", async () => {
    const browser = new FakeBrowser();
    const tabs = await browser.open(3);
    const [leader] = tabs as [FakeTab];
    leader.isFrozen = true;
    await browser.time.advance(15_000);
    expect(browser.gateway.streams).toBe(2);
    await browser.says("meanwhile");
    leader.thaw(false);
    await browser.time.advance(6_000);
    expect(browser.gateway.streams).toBe(1);
    expect(texts(tabs)).toEqual(all(tabs, "meanwhile"));
  });

  it("load everything again that were frozen and did not hear what was said", async () => {
    const browser = new FakeBrowser();
    const [, other] = (await browser.open(2)) as [FakeTab, FakeTab];
    await browser.says("one");
    other.isFrozen = true;
    await browser.says("two");
    other.thaw(true);
    await browser.time.advance(6_000);
    expect([other.resets, other.connection]).toEqual([1, "open"]);
    await browser.says("three");
    expect(other.texts).toEqual(["one", "three"]);
  });

  it("say nothing to tabs of another account, which ask who is signed in", async () => {
    const browser = new FakeBrowser();
    const [ada] = (await browser.open(1)) as [FakeTab];
    browser.gateway.accountId = "ben";
    const [ben] = (await browser.open(1, "ben")) as [FakeTab];
    expect(ada.otherAccounts).toBeGreaterThan(0);
    expect([ben.connection, ben.otherAccounts]).toEqual(["open", 0]);
  });

  it("are all signed out at once", async () => {
    const browser = new FakeBrowser();
    const tabs = await browser.open(3);
    browser.gateway.endSession();
    await browser.time.settle();
    expect(tabs.map(({ connection }) => connection)).toEqual(all(tabs, "signed-out"));
    expect(browser.gateway.streams).toBe(0);
  });
});

describe("a stream that passes nothing and closes nothing", () => {
  it("is known to be dead within 15 s in every tab, and what was missed comes once", async () => {
    const browser = new FakeBrowser();
    const tabs = await browser.open(3);
    await browser.says("one");
    browser.gateway.fallSilent();
    await browser.says("two");
    await browser.time.advance(13_500);
    expect(tabs.map(({ connection }) => connection)).toEqual(all(tabs, "lost"));
    await browser.time.advance(46_500);
    await browser.says("three");
    browser.gateway.isBlackHole = false;
    await browser.time.advance(15_000);
    expect(tabs.map(({ connection }) => connection)).toEqual(all(tabs, "open"));
    expect(texts(tabs)).toEqual(all(tabs, "one two three"));
    expect(browser.gateway.streams).toBe(1);
  });

  it("is not thought dead while the gateway has nothing to say", async () => {
    const browser = new FakeBrowser();
    const tabs = await browser.open(2);
    await browser.time.advance(10 * 60_000);
    expect(tabs.map(({ connections }) => connections)).toEqual([["open"], ["open"]]);
  });

  it("is opened anew as soon as its tab is shown, or the machine has a network again", async () => {
    const browser = new FakeBrowser();
    const [tab] = (await browser.open(1)) as [FakeTab];
    browser.gateway.fallSilent();
    await browser.time.advance(8_000);
    browser.gateway.isBlackHole = false;
    tab.stream.shown();
    await browser.says("shown");
    expect(tab.texts).toEqual(["shown"]);
    browser.gateway.fallSilent();
    await browser.time.advance(12_500);
    browser.gateway.isBlackHole = false;
    tab.stream.online();
    await browser.says("online");
    expect([tab.texts, tab.connection]).toEqual([["shown", "online"], "open"]);
  });

  it("is replaced by a tab that is shown while a hidden one holds it", async () => {
    const browser = new FakeBrowser();
    const [leader, other] = (await browser.open(2)) as [FakeTab, FakeTab];
    [leader.isVisible, other.isVisible] = [false, false];
    browser.crash(leader);
    await browser.time.advance(20_000);
    expect(other.connection).toBe("open");
    await browser.says("meanwhile");
    other.isVisible = true;
    other.stream.shown();
    await browser.time.settle();
    expect([other.texts, other.resets]).toEqual([["meanwhile"], 0]);
  });

  it("is replaced within 15 s by a tab that is shown just after the one that held it crashed", async () => {
    const browser = new FakeBrowser();
    const [leader, other] = (await browser.open(2)) as [FakeTab, FakeTab];
    other.isVisible = false;
    // Another heartbeat, received by a hidden tab.
    await browser.time.advance(5_000);
    browser.crash(leader);
    await browser.time.advance(3_000);
    other.isVisible = true;
    other.stream.shown();
    await browser.says("meanwhile");
    await browser.time.advance(12_000);
    expect([other.connection, other.texts]).toEqual(["open", ["meanwhile"]]);
  });

  it("is asked for again when the path says that it is over", async () => {
    const browser = new FakeBrowser();
    const tabs = await browser.open(2);
    browser.gateway.break();
    await browser.time.settle();
    expect(tabs.map(({ connection }) => connection)).toEqual(["lost", "lost"]);
    await browser.says("meanwhile");
    await browser.time.advance(3_000);
    expect(texts(tabs)).toEqual(all(tabs, "meanwhile"));
    expect(tabs.map(({ connection }) => connection)).toEqual(["open", "open"]);
  });
});
