import type { Corpus } from "./corpus.ts";
import { jsonSuite } from "./json/json-suite.ts";
import { httpGarden, llhttp } from "./requests/request-corpora.ts";
import { naughtyStrings } from "./strings/naughty-strings.ts";
import { urlData } from "./urls/url-data.ts";

/** All that are known. */
export const corpora: readonly Corpus[] = [jsonSuite, llhttp, httpGarden, urlData, naughtyStrings];
