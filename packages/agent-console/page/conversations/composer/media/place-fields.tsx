import type { ReactElement } from "react";
import type { MediaFieldsProps } from "./file-fields.tsx";
import { Field } from "./media-field.tsx";
import { placeIn } from "./place-text.ts";

/** Latitude and longitude. A pasted pair, as maps copy it, fills both. */
export function PlaceFields({ media, fieldOf, onChange }: MediaFieldsProps): ReactElement {
  const paste = (text: string): boolean => {
    const place = placeIn(text);
    if (place !== null) onChange({ ...media, fields: { ...media.fields, ...place } });
    return place !== null;
  };
  return (
    <>
      <Field
        {...fieldOf("latitude")}
        label="Latitude"
        placeholder="52.52"
        dir="ltr"
        onPasted={paste}
        testId="media-latitude"
      />
      <Field
        {...fieldOf("longitude")}
        label="Longitude"
        placeholder="13.405"
        dir="ltr"
        onPasted={paste}
        testId="media-longitude"
      />
    </>
  );
}
