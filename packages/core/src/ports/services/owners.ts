import type { ServiceIdentifier } from "inversify";
import type { NewOwner, Owner, OwnerChange } from "../../model/owner.ts";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";

/** A change of a conversation's owner. */
export interface TransitionRequest {
  readonly conversationId: string;
  /** The fence of the owner that the caller knows. */
  readonly fence: number;
  /** An assignee has 1 to 255 characters. Without a backend there is none. */
  readonly to: NewOwner;
  /** What happened: 1 to 40 lower-case letters, digits and hyphens, such as `assigned`. */
  readonly name: string;
  /** Who changes it, 1 to 255 characters. Of a backend that asks: put behind its name, and cut to 255 with it. */
  readonly by: string;
  /** 1 to 1,000 characters; `null`: nothing is said. */
  readonly why: string | null;
}

/** `done`: the change is stored, or nothing was to change. A refusal says why not; nothing was changed then. */
export type TransitionAnswer =
  | { readonly done: true; readonly owner: Owner }
  | { readonly done: false; readonly refusal: Refusal };

/**
 * Called by admin surfaces and agent apps; implemented by core. An agent app sees the owners of conversations that it may
 * read, and changes those of its own ones.
 */
export interface Owners {
  /** `null`: there is no such conversation. */
  find(conversationId: string): Promise<Owner | null>;
  /**
   * Changes the owner, if it is still the one of `fence`. When the backend changes: calls under way to the old one are
   * aborted and their late answers refused, events that wait go to the new one, and both are told (`OwnerListener`). Messages
   * that were accepted before go out first.
   * Never throws: when the store fails, the answer is a 503 refusal.
   */
  transition(request: TransitionRequest): Promise<TransitionAnswer>;
  /** The changes of a conversation's owner, newest first. */
  history(conversationId: string, page: PageRequest): Promise<Page<OwnerChange>>;
}
export const Owners = Symbol.for("@parley/core/Owners") as ServiceIdentifier<Owners>;
