import { type FormEvent, type ReactElement, useState } from "react";
import type { Draft } from "./api.ts";
import { messageKinds } from "./message-kinds.ts";

export interface MediaFormProps {
  readonly busy: boolean;
  readonly onSend: (draft: Draft) => Promise<void>;
  readonly onClose: () => void;
}

/** Sends a file that lies somewhere on the web, by its address, or a place (§2.5). */
export function MediaForm({ busy, onSend, onClose }: MediaFormProps): ReactElement {
  const [type, setType] = useState("photo");
  const place = messageKinds[type]?.form === "place";

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void onSend(draftOf(type, new FormData(event.currentTarget)));
  };

  return (
    <form className="media-form" onSubmit={submit} data-testid="media-form">
      <label className="wide">
        Kind
        <select
          value={type}
          onChange={(event) => setType(event.target.value)}
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
      {place ? <PlaceFields /> : <FileFields />}
      <label className="wide">
        Comment
        <input name="text" data-testid="media-text" />
      </label>
      <div className="media-form-buttons">
        <button type="button" className="quiet" onClick={onClose}>
          Cancel
        </button>
        <button className="primary" disabled={busy} data-testid="media-send">
          Send
        </button>
      </div>
    </form>
  );
}

function FileFields(): ReactElement {
  return (
    <>
      <label className="wide">
        Address
        <input
          name="file"
          type="url"
          required
          placeholder="https://"
          pattern="https?://.*"
          data-testid="media-url"
        />
      </label>
      <label>
        File name
        <input name="file_name" required data-testid="media-file-name" />
      </label>
      <label>
        Size in bytes
        <input name="file_size" type="number" min="1" step="1" required data-testid="media-size" />
      </label>
    </>
  );
}

function PlaceFields(): ReactElement {
  return (
    <>
      <label>
        Latitude
        <input
          name="latitude"
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
          name="longitude"
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

/** Only what was filled in. */
function draftOf(type: string, form: FormData): Draft {
  const filled = [...form].flatMap(([name, value]) => {
    const text = String(value).trim();
    if (text === "") return [];
    return [[name, numbers.has(name) ? Number(text) : text] as const];
  });
  return { ...Object.fromEntries(filled), type };
}
