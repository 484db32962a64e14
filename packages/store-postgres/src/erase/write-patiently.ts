import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import { isOfLocks } from "../connection/store-error.ts";

/** Each attempt waits for locks as long as the writers' `lock_timeout` says: about four seconds together. */
const attempts = 20;

/**
 * `Database.write`, repeated while another transaction holds its rows, as each step of the search indexer does.
 * @throws ParleyError of `storeError`.
 */
export async function writePatiently<Result>(
  database: Pick<Database, "write">,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await database.write(work);
    } catch (error) {
      if (left === 0 || !isOfLocks((error as { readonly cause?: unknown }).cause)) throw error;
    }
  }
}
