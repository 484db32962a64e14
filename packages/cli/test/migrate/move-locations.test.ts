import { describe, expect, it } from "vitest";
import { parseMedia, parseSource, parseTarget } from "../../src/migrate/move-locations.ts";

const url = "postgres://parley:s3cret@db.test:5432/parley";

describe("where a gateway is moved to", () => {
  it("is what --to says, else DATABASE_URL", () => {
    expect(parseTarget(url, undefined)).toBe(url);
    expect(parseTarget(undefined, url)).toBe(url);
    expect(parseTarget(url, "mysql://elsewhere")).toBe(url);
  });

  it.each([
    ["--to", "mysql://parley:s3cret@db.test", url],
    ["DATABASE_URL", undefined, "mysql://parley:s3cret@db.test"],
    ["--to, or DATABASE_URL,", undefined, undefined],
  ])("is refused by the name of who said it: %s", (name, to, environment) => {
    const refused = () => parseTarget(to, environment);
    expect(refused).toThrow(`${name} must be the address of a PostgreSQL database`);
    expect(refused).not.toThrow("s3cret");
  });
});

describe("where a gateway is moved from", () => {
  it("is a data directory, or a file of another name", () => {
    expect(parseSource("sqlite:./data")).toEqual({ directory: "./data", fileName: "parley.db" });
    expect(parseSource("sqlite:/srv/a.db")).toEqual({ directory: "/srv", fileName: "a.db" });
    expect(() => parseSource("./data")).toThrow("--from must be sqlite:");
  });
});

describe("the media directories of a move", () => {
  it("are both given, or neither", () => {
    expect(parseMedia("data/media", "shared")).toEqual({ from: "data/media", to: "shared" });
    expect(parseMedia(undefined, undefined)).toBeNull();
    for (const [from, to] of [["data/media"], [undefined, "shared"], ["", "shared"], ["", ""]])
      expect(() => parseMedia(from, to)).toThrow("--media and --media-to belong together");
  });
});
