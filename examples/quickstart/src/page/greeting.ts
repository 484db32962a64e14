/** What the chat window knows of the other side. */
export interface Contact {
  /** Whether the shop's server can be reached; `null` until the first attempt has ended. */
  readonly isConnected: boolean | null;
  /** Whether an agent is there, as last heard; `null` until it is. */
  readonly isAvailable: boolean | null;
}

/** The chat window's words about who is there. They never contradict each other. */
export interface Greeting {
  /** `null`: nothing is known. */
  readonly status: string | null;
  /** Whether `status` is good news. */
  readonly isGood: boolean;
  /** The shop's first words. */
  readonly invite: string;
  readonly isOffline: boolean;
}

const help = "Hello! Can I help you find something?";
const later = "Hello! Leave us a message here. We answer as soon as we are back.";

export function greetingOf({ isConnected, isAvailable }: Contact): Greeting {
  const isOffline = isConnected === false;
  // What was heard before the connection broke may have changed.
  if (isConnected !== true || isAvailable === null)
    return { status: null, isGood: false, invite: "Hello!", isOffline };
  return isAvailable
    ? { status: "We are here", isGood: true, invite: help, isOffline }
    : { status: "Nobody is here right now", isGood: false, invite: later, isOffline };
}
