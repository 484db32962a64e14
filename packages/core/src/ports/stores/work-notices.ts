import type { ServiceIdentifier } from "inversify";

/**
 * Called by the dispatcher; implemented by stores that several nodes share, if they can. A notice says that another
 * node has left work due. It may come late, twice or never: polling finds the work in any case.
 */
export interface WorkNotices {
  /** Calls `callback` for every notice until the returned function is called. */
  listen(callback: () => void): () => void;
}
export const WorkNotices = Symbol.for("@parley/core/WorkNotices") as ServiceIdentifier<WorkNotices>;
