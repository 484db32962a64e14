/** Latitude and longitude in a pasted text such as `52.52, 13.405`; `null` when it holds no such pair. */
export function placeIn(
  text: string,
): { readonly latitude: string; readonly longitude: string } | null {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)°?\s*$/.exec(text);
  const [, latitude, longitude] = match ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}
