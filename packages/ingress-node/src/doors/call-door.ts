import type { Door, DoorRequest, DoorResponse } from "@parley/core";

/** The door took too long. Nothing that a door may answer equals it. */
export const tooLate = Symbol("too late");

/** A call of a door that has begun. */
export interface DoorCall {
  /** The door's answer, not yet checked. Rejects with what the door throws. */
  readonly answer: Promise<DoorResponse | typeof tooLate>;
  /** Resolves when the door has ended, which may be long after its time. Never rejects. */
  readonly ended: Promise<void>;
}

/** Calls a door, which has `withinMs` for its answer. */
export function callDoor(door: Door, request: DoorRequest, withinMs: number): DoorCall {
  const late = new AbortController();
  const { promise: patience, resolve: giveUp } = Promise.withResolvers<typeof tooLate>();
  const timer = setTimeout(() => {
    giveUp(tooLate);
    late.abort(new DOMException("The door did not answer in time.", "TimeoutError"));
  }, withinMs);
  const call = begin(door, request, late.signal);
  return {
    answer: Promise.race([call, patience]).finally(() => clearTimeout(timer)),
    ended: call.then(nothing, nothing),
  };
}

/** Makes a door that throws at once a rejection. */
async function begin(door: Door, request: DoorRequest, signal: AbortSignal): Promise<DoorResponse> {
  return door.handle(request, signal);
}

function nothing(): void {}
