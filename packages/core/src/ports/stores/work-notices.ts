import type { ServiceIdentifier } from "inversify";

/**
 * Called by the dispatcher; implemented by stores that several nodes share, if they can. A notice says that another
 * node has left work due; it may come late, twice or never, since polling finds the work all the same.
 */
export interface WorkNotices {
  /** Calls back for every notice until the returned function is called. */
  listen(callback: () => void): () => void;
}
export const WorkNotices = Symbol.for("@parley/core/WorkNotices") as ServiceIdentifier<WorkNotices>;
