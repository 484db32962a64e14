import { aChannel, type OpenedStores } from "@parley/conformance";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStores, stopPostgres } from "../support/opened-stores.ts";

let stores: OpenedStores;

beforeEach(async () => {
  stores = await openStores();
});
afterEach(() => stores.close());
afterAll(stopPostgres);

describe("looking a channel up", () => {
  it("decodes no settings before its secret was compared, known or not", async () => {
    await stores.channels.save(aChannel());
    const parse = vi.spyOn(JSON, "parse");
    try {
      expect(await stores.channels.find("unknown")).toBeNull();
      const found = await stores.channels.find("shop");
      expect(parse).not.toHaveBeenCalled();
      expect(found?.knobs.media).toBe("strict");
      expect(parse).toHaveBeenCalledOnce();
    } finally {
      parse.mockRestore();
    }
  });
});
