import type { ChangeEvent, FormEvent, ReactElement } from "react";
import type { Draft } from "../api/api.ts";
import { messageKinds } from "./message-kinds.ts";
import type { FormFields } from "../unsent/unsent-state.ts";

export interface MediaFormProps {
  readonly type: string;
  readonly fields: FormFields;
  readonly onChange: (type: string, fields: FormFields) => void;
  readonly onSend: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** Sends a file by its web address, or a place (§2.5). */
export function MediaForm(props: MediaFormProps): ReactElement {
  const { type, fields, onChange, onSend, onClose } = props;
  const place = messageKinds[type]?.form === "place";

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSend(draftOf(type, new FormData(event.currentTarget)));
  };
  const valueOf = (name: string): FieldValue => ({
    name,
    value: fields[name] ?? "",
    onChange: (event) => onChange(type, { ...fields, [name]: event.target.value }),
  });

  return (
    <form className="media-form" onSubmit={submit} data-testid="media-form">
      <label className="wide">
        Kind
        <select
          value={type}
          onChange={(event) => onChange(event.target.value, fields)}
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
      {place ? <PlaceFields valueOf={valueOf} /> : <FileFields valueOf={valueOf} />}
      <label className="wide">
        Comment
        <input {...valueOf("text")} data-testid="media-text" />
      </label>
      <div className="media-form-buttons">
        <button type="button" className="quiet" onClick={onClose}>
          Cancel
        </button>
        <button className="primary" data-testid="media-send">
          Send
        </button>
      </div>
    </form>
  );
}

interface FieldValue {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface FieldsProps {
  readonly valueOf: (name: string) => FieldValue;
}

function FileFields({ valueOf }: FieldsProps): ReactElement {
  return (
    <>
      <label className="wide">
        Address
        <input
          {...valueOf("file")}
          type="url"
          required
          placeholder="https://"
          pattern="https?://.*"
          data-testid="media-url"
        />
      </label>
      <label>
        File name
        <input {...valueOf("file_name")} required data-testid="media-file-name" />
      </label>
      <label>
        Size in bytes
        <input
          {...valueOf("file_size")}
          type="number"
          min="1"
          step="1"
          required
          data-testid="media-size"
        />
      </label>
    </>
  );
}

function PlaceFields({ valueOf }: FieldsProps): ReactElement {
  return (
    <>
      <label>
        Latitude
        <input
          {...valueOf("latitude")}
          type="number"
          min="-90"
          max="90"
          step="any"
          required
          data-testid="media-latitude"
        />
      </label>
      <label>
        Longitude
        <input
          {...valueOf("longitude")}
          type="number"
          min="-180"
          max="180"
          step="any"
          required
          data-testid="media-longitude"
        />
      </label>
    </>
  );
}

const numbers: ReadonlySet<string> = new Set(["file_size", "latitude", "longitude"]);

/** Only the filled-in fields. */
function draftOf(type: string, form: FormData): Draft {
  const filled = [...form].flatMap(([name, value]) => {
    const text = String(value).trim();
    if (text === "") return [];
    return [[name, numbers.has(name) ? Number(text) : text] as const];
  });
  return { ...Object.fromEntries(filled), type };
}
