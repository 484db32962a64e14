import type { ComposerDraft, FormFields } from "../../../unsent/unsent-state.ts";
import { kindOf, nameIn } from "./media-address.ts";

export type MediaDraft = NonNullable<ComposerDraft["media"]>;

/** What the look at a file told. */
export interface FileFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
}

/** The form after a field changed. Name and kind follow the address until the agent changes them. */
export function withField({ type, fields }: MediaDraft, name: string, value: string): MediaDraft {
  const changed = { ...fields, [name]: value };
  if (name === "file_name") {
    return { type: followed(type, nameOf(fields), nameOf(changed)), fields: changed };
  }
  if (name !== "file" || value.trim() === (fields["file"] ?? "").trim()) {
    return { type, fields: changed };
  }
  const isOwnName = nameOf(fields) !== nameIn(fields["file"] ?? "");
  const withName = isOwnName ? changed : { ...changed, file_name: nameIn(value) };
  return { type: followed(type, nameOf(fields), nameOf(withName)), fields: withoutFacts(withName) };
}

/** The form after the agent looked at the file. */
export function withFacts({ type, fields }: MediaDraft, facts: FileFacts): MediaDraft {
  const { width, height, bytes } = facts;
  return {
    type,
    fields: {
      ...fields,
      ...(width !== null && height !== null && { width: String(width), height: String(height) }),
      ...(bytes !== null && { file_size: String(bytes), size_told: "yes" }),
    },
  };
}

function nameOf(fields: FormFields): string {
  return fields["file_name"] || nameIn(fields["file"] ?? "");
}

/** A kind that was guessed is guessed again; a chosen one stays. */
function followed(type: string, before: string, after: string): string {
  return type === kindOf(before) ? kindOf(after) : type;
}

/** Another address is another file. */
function withoutFacts(fields: FormFields): FormFields {
  const { width: _, height: __, size_told: told, ...rest } = fields;
  if (told === undefined) return rest;
  const { file_size: ___, ...unknown } = rest;
  return unknown;
}
