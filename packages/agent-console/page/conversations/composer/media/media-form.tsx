import { type FormEvent, type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import type { Draft } from "../../../api/api.ts";
import { messageKinds } from "../../message-kinds.ts";
import { FileFields } from "./file-fields.tsx";
import { Field, type FieldOf } from "./media-field.tsx";
import { type MediaDraft, withField } from "./media-change.ts";
import { mediaMessageOf } from "./media-message.ts";
import { PlaceFields } from "./place-fields.tsx";

export interface MediaFormProps {
  readonly media: MediaDraft;
  readonly onChange: (media: MediaDraft) => void;
  readonly onSend: (message: Draft) => void;
  readonly onClose: () => void;
}

/** Sends a file by its web address, or a place (§2.5). */
export function MediaForm({ media, onChange, onSend, onClose }: MediaFormProps): ReactElement {
  const { type, fields } = media;
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const result = mediaMessageOf(media);
  const problems = tried && !result.ok ? result.problems : {};

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (result.ok) return onSend(result.message);
    setTried(true);
    const [first = ""] = Object.keys(result.problems);
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent): void => {
    const isEmpty = Object.values(fields).every((value) => value === "");
    if (event.key === "Escape" && isEmpty) onClose();
  };
  const fieldOf: FieldOf = (name) => ({
    name,
    value: fields[name] ?? "",
    problem: problems[name] ?? null,
    onChange: (value) => onChange(withField(media, name, value)),
  });

  return (
    <form
      className="media-form"
      ref={form}
      noValidate
      aria-label="Send a file or a place"
      onSubmit={submit}
      onKeyDown={closeOnEscape}
      data-testid="media-form"
    >
      <label className="wide">
        Kind
        <select
          value={type}
          onChange={(event) => onChange({ type: event.target.value, fields })}
          data-testid="media-type"
        >
          {Object.entries(messageKinds)
            .filter(([, kind]) => kind.form !== "text")
            .map(([name, kind]) => (
              <option key={name} value={name}>
                {kind.label}
              </option>
            ))}
        </select>
      </label>
      {messageKinds[type]?.form === "place" ? (
        <PlaceFields media={media} fieldOf={fieldOf} onChange={onChange} />
      ) : (
        <FileFields media={media} fieldOf={fieldOf} onChange={onChange} />
      )}
      <Field {...fieldOf("text")} label="Comment (optional)" wide dir="auto" testId="media-text" />
      <div className="media-form-buttons">
        <button type="button" className="quiet" onClick={onClose} data-testid="media-cancel">
          Cancel
        </button>
        <button className="primary" data-testid="media-send">
          Send
        </button>
      </div>
    </form>
  );
}
