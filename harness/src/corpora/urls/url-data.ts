import { join } from "node:path";
import type { Corpus } from "../corpus.ts";
import { tryFieldUrls } from "./field-urls.ts";
import { tryReceiverUrls } from "./receiver-urls.ts";
import { readUrls } from "./url-tests.ts";

/** The WHATWG's URL tests, wherever a URL of others is taken. */
export const urlData: Corpus = {
  name: "wpt",
  needs: "url/resources/urltestdata.json",
  async run(directory, findings) {
    const urls = readUrls(join(directory, "url/resources/urltestdata.json"));
    const fields = await tryFieldUrls(urls, findings);
    const receivers = await tryReceiverUrls(urls, findings);
    return { inputs: urls.length, checks: fields + receivers };
  },
};
