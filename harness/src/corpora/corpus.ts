import type { CorpusFindings } from "./corpus-findings.ts";

/** Inputs that somebody else has published, read from a directory; none of them is part of this repository. */
export interface Corpus {
  /** The directory's name below the one that the command line names. */
  readonly name: string;
  /** The file or directory in it without which the corpus is not there. */
  readonly needs: string;
  /** @param directory of this corpus */
  run(directory: string, findings: CorpusFindings): Promise<CorpusRun>;
}

/** How much a corpus tried: of nothing, it proves nothing. */
export interface CorpusRun {
  readonly inputs: number;
  readonly checks: number;
}
