/**
 * Milliseconds from each message's 200, as its writer saw it, to its arrival at the receiver, in order of arrival. 0
 * for one that arrived before its 200. Both inputs: epoch milliseconds by message name, on one machine.
 * @throws Error when an arrived message was never accepted.
 */
export function onwardFrom(
  acceptedAt: ReadonlyMap<string, number>,
  arrivedAt: ReadonlyMap<string, number>,
): number[] {
  return [...arrivedAt].map(([name, at]) => {
    const accepted = acceptedAt.get(name);
    if (accepted === undefined) throw new Error(`${name} arrived and was never accepted`);
    return Math.max(0, at - accepted);
  });
}
