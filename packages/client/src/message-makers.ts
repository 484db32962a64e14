import type {
  FileDetails,
  FileMessage,
  FileType,
  LocationMessage,
  PlaceDetails,
  TextMessage,
} from "./message.ts";

/** `text`: at most 1000 characters (§2.4). */
export function textMessage(text: string): TextMessage {
  return { type: "text", text };
}

/**
 * A message with a file (§2.5). `file`: its http(s) URL; the gateway never fetches it. Default `file_name`: the
 * last segment of the URL's path.
 */
export function fileMessage(type: FileType, file: string, details: FileDetails = {}): FileMessage {
  return { type, file, file_name: nameOf(file), ...details };
}

/** A location (§2.5), in degrees. */
export function locationMessage(
  latitude: number,
  longitude: number,
  details: PlaceDetails = {},
): LocationMessage {
  return { type: "location", latitude, longitude, ...details };
}

function nameOf(file: string): string {
  const [path = ""] = file.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf("/") + 1);
  return decoded(last) || "file";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
