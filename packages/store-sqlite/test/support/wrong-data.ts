import { derivedData } from "../../src/diagnosis/derived-data.ts";

/** Names of the derived data that disagree with the rows that they come from. */
export function wrongDataOf(count: (sql: string) => number): readonly string[] {
  return derivedData.flatMap(({ name, wrong }) => (count(wrong) === 0 ? [] : [name]));
}
