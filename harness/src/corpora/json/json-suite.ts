import { join } from "node:path";
import type { Corpus } from "../corpus.ts";
import { tryAnswers } from "./answer-places.ts";
import { tryApis } from "./api-places.ts";
import { tryClient } from "./client-places.ts";
import { tryIngress } from "./ingress-places.ts";
import { readSuite, suiteFault } from "./suite-files.ts";

/** JSONTestSuite, wherever JSON comes in. */
export const jsonSuite: Corpus = {
  name: "JSONTestSuite",
  needs: "test_parsing",
  async run(directory, findings) {
    const files = readSuite(join(directory, "test_parsing"));
    for (const file of files) {
      const why = suiteFault(file);
      if (why !== null) findings.add(why);
    }
    let checks = files.length;
    for (const tryFiles of [tryIngress, tryApis, tryAnswers, tryClient])
      checks += await tryFiles(files, findings);
    return { inputs: files.length, checks };
  },
};
