const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** Local time with its offset from UTC: `2026-11-22T02:13:05+01:00`. @param instant epoch milliseconds */
export function localText(instant: number): string {
  const offsetMinutes = -new Date(instant).getTimezoneOffset();
  const shifted = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offsetMinutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  const minutes = String(size % 60).padStart(2, "0");
  return `${shifted}${offsetMinutes < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** `3 s ago`, `in 2 min`, `just now`; in the largest unit that fits. */
export function agoText(instant: number, now: number): string {
  const distanceMs = Math.abs(now - instant);
  const unit = units.find(([, lengthMs]) => distanceMs >= lengthMs);
  if (unit === undefined) return "just now";
  const size = `${Math.floor(distanceMs / unit[1])} ${unit[0]}`;
  return instant > now ? `in ${size}` : `${size} ago`;
}

/** Both: `2026-11-22T02:13:05+01:00 (3 s ago)`. */
export function instantText(instant: number, now: number = Date.now()): string {
  return `${localText(instant)} (${agoText(instant, now)})`;
}
