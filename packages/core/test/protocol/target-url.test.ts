import { describe, expect, it } from "vitest";
import { isChannelId } from "../../src/protocol/channel-id.ts";
import { checkChatApiUrl, targetUrl } from "../../src/protocol/answers/target-url.ts";

describe("where agent messages go (§4.3, ruling 13)", () => {
  it.each([
    ["https://a.test", "https://a.test/ch_1"],
    ["https://a.test/", "https://a.test/ch_1"],
    ["https://a.test/api", "https://a.test/api/ch_1"],
    ["https://a.test/api/", "https://a.test/api/ch_1"],
    ["https://a.test/api?key=a/b?c", "https://a.test/api/ch_1?key=a/b?c"],
    ["https://a.test?key=1", "https://a.test/ch_1?key=1"],
    ["https://a.test/{channel}/in?c={channel}", "https://a.test/ch_1/in?c=ch_1"],
    ["https://a.test/hook?c={channel}", "https://a.test/hook?c=ch_1"],
    ["https://{channel}", "https://ch_1"],
  ])("%s → %s", (chatApiUrl, target) => {
    expect(checkChatApiUrl(chatApiUrl)).toEqual({ ok: true, url: chatApiUrl });
    expect(targetUrl(chatApiUrl, "ch_1")).toBe(target);
  });

  it("encodes the id in either place", () => {
    expect(targetUrl("https://a.test", "a/b?$&")).toBe("https://a.test/a%2Fb%3F%24%26");
    expect(targetUrl("https://a.test/{channel}", "$&/\ud800")).toBe(
      "https://a.test/%24%26%2F%EF%BF%BD",
    );
  });
});

describe("a chat_api_url", () => {
  it.each([
    null,
    5,
    "",
    "a.test",
    "/api",
    "ftp://a.test",
    "javascript:x",
    "https://",
    "https://a b.test",
    "https://a.test/\n",
    " https://a.test",
    "https://u:p@a.test",
    "https://u@a.test",
    "https://a.test/#f",
    "https://a.test/#",
    "https://a.test/\ud800",
    "https://[::1",
  ])("is refused: %j", (text) => {
    expect(checkChatApiUrl(text)).toMatchObject({ ok: false, why: expect.stringMatching(/^must/) });
  });

  it("has at most 2048 characters", () => {
    const longest = `https://a.test/${"p".repeat(2033)}`;
    expect(checkChatApiUrl(longest).ok).toBe(true);
    expect(checkChatApiUrl(`${longest}p`).ok).toBe(false);
  });

  it("is never quoted in what is wrong with it", () => {
    expect(JSON.stringify(checkChatApiUrl("https://canary:canary@a.test"))).not.toContain("canary");
  });
});

describe("a channel id (ruling 1)", () => {
  it("is 1 to 64 of [A-Za-z0-9_-]", () => {
    for (const id of ["a", "A-z_0", "x".repeat(64)]) expect(isChannelId(id)).toBe(true);
    for (const id of ["", "x".repeat(65), "a\n", "a b", "ä", "a/b", "..", "a%20"]) {
      expect(isChannelId(id)).toBe(false);
    }
  });
});
