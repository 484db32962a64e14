import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const directory = "node_modules/.cache";
const file = `${directory}/start.json`;

/** Digests of what the last `npm start` installed and built; empty before the first. */
export function readRecord() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

export function writeRecord(record) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, JSON.stringify(record));
}
