import { defaultBackend } from "../../model/backend-pause.ts";
import type { OwnBackends } from "../../ports/services/own-backends.ts";
import type { ReadingScope } from "./reading-scope.ts";

/** The only agent app of a gateway: every conversation is its own. */
export const onlyBackend: OwnBackends = {
  names: [defaultBackend],
  readable: [defaultBackend],
  hasOthers: false,
  isElsewhere: () => Promise.resolve(false),
};

/** One agent app of a router. `all`: names of the gateway's backends */
export function ownBackends(scope: ReadingScope, all: readonly string[]): OwnBackends {
  return {
    names: scope.own,
    readable: scope.readable,
    hasOthers: all.length > scope.own.length,
    isElsewhere: (conversationId) => scope.isElsewhere(conversationId),
  };
}
