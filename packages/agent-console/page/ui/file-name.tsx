import { fileNameParts } from "@parley/core/text";
import type { ReactElement } from "react";
import { UntrustedText } from "./untrusted-text.tsx";

export interface FileNameProps {
  readonly name: string;
  readonly testId?: string;
}

/** An untrusted file name. It always shows the true extension at the end. */
export function FileName({ name, testId }: FileNameProps): ReactElement {
  const { start, end } = fileNameParts(name);
  return (
    <bdi className="file-name" dir="ltr" data-testid={testId}>
      <UntrustedText className="file-name-start" text={start} />
      <UntrustedText className="file-name-end" text={end} />
    </bdi>
  );
}
