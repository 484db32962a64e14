import type { MessageView } from "../../../src/conversations/message-view.ts";

/** Where a message says that somebody or something is. */
export interface Place {
  readonly coordinates: string;
  readonly map: string;
}

/** A size in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A text field of the sender. */
export function textOf(message: MessageView, field: string): string | undefined {
  const text = message[field];
  return typeof text === "string" ? text : undefined;
}

export function placeOf({ latitude, longitude }: MessageView): Place | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return {
    coordinates: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    map: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  };
}

export function sizeOf({ width, height }: MessageView): Size | null {
  const isSize = (length: unknown): length is number => typeof length === "number" && length > 0;
  return isSize(width) && isSize(height) ? { width, height } : null;
}

/** The same shape, no larger than `limit`. */
export function fitted({ width, height }: Size, limit: Size): Size {
  const scale = Math.min(1, limit.width / width, limit.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
