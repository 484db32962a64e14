import { fileNameParts } from "@parley/core/text";
import type { ReactElement } from "react";
import { StrangerText } from "./stranger-text.tsx";

export interface FileNameProps {
  readonly name: string;
  readonly testId?: string;
}

/** What a file's line has room for; longer names are shortened in the middle. */
const limit = 120;

/** A file's name of a stranger, which always ends in the file's true ending. */
export function FileName({ name, testId }: FileNameProps): ReactElement {
  const { start, end } = fileNameParts(name, limit);
  return (
    <bdi className="file-name" dir="ltr" data-testid={testId}>
      <StrangerText className="file-name-start" text={start} />
      <StrangerText className="file-name-end" text={end} />
    </bdi>
  );
}
