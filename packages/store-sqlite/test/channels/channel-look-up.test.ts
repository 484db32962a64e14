import { aChannel, type OpenedStores } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStores } from "../support/opened-stores.ts";

let stores: OpenedStores;

beforeEach(async () => {
  stores = await openStores();
});
afterEach(() => stores.close());

describe("looking a channel up", () => {
  it("decodes nothing before its secret was compared, known or not", async () => {
    await stores.channels.save(aChannel());
    const parse = vi.spyOn(JSON, "parse");
    try {
      const decodedBy = async (id: string): Promise<number> => {
        parse.mockClear();
        await stores.channels.find(id);
        return parse.mock.calls.length;
      };
      expect(await decodedBy("shop")).toBe(0);
      expect(await decodedBy("unknown")).toBe(0);
      expect((await stores.channels.find("shop"))?.knobs.media).toBe("strict");
      expect(parse).toHaveBeenCalledOnce();
    } finally {
      parse.mockRestore();
    }
  });
});
