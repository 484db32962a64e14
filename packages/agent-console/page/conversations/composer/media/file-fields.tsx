import type { ReactElement } from "react";
import { bytesInWords } from "../../../ui/words.ts";
import { bytesOf } from "./file-size.ts";
import { addressProblem } from "./media-address.ts";
import { type MediaDraft, withFacts } from "./media-change.ts";
import { Field, type FieldOf } from "./media-field.tsx";
import { MediaLook } from "./media-look.tsx";

export interface MediaFieldsProps {
  readonly media: MediaDraft;
  readonly fieldOf: FieldOf;
  readonly onChange: (media: MediaDraft) => void;
}

/** Address, name and size of a file. The size is asked for unless the look has told it. */
export function FileFields({ media, fieldOf, onChange }: MediaFieldsProps): ReactElement {
  const { type, fields } = media;
  const address = fieldOf("file");
  const isTold = fields["size_told"] !== undefined;
  const size = fieldOf("file_size");
  const bytes = bytesOf(size.value);
  return (
    <>
      <Field
        {...address}
        problem={addressProblem(address.value) ?? address.problem}
        label="Address of the file"
        placeholder="https://"
        inputMode="url"
        dir="ltr"
        autoFocus
        wide
        testId="media-url"
      />
      <MediaLook
        type={type}
        address={address.value.trim()}
        onFacts={(facts) => onChange(withFacts(media, facts))}
      />
      <Field {...fieldOf("file_name")} label="File name" dir="auto" testId="media-file-name" />
      {isTold ? (
        <p className="field told" data-testid="media-size-told">
          <strong>Size</strong>
          <span>{bytesInWords(bytes)}</span>
        </p>
      ) : (
        <Field
          {...size}
          label={bytes === null ? "Size" : `Size: ${bytesInWords(bytes)}`}
          placeholder="such as 1.4 MB"
          dir="ltr"
          testId="media-size"
        />
      )}
    </>
  );
}
