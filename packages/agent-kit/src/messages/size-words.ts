/** A size for people: `740 bytes`, `1.2 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** power;
  return `${Number(size.toFixed(size < 10 ? 1 : 0))} ${units[power - 1]}`;
}

const units = ["kB", "MB", "GB", "TB"];

/** A duration for people: `0:42`, `1:05:00`. */
export function durationWords(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)),
  );
  const end = `${hours === "0" ? minutes : minutes?.padStart(2, "0")}:${rest?.padStart(2, "0")}`;
  return hours === "0" ? end : `${hours}:${end}`;
}
