/**
 * Milliseconds from the 200 of each message, as its writer saw it, to its arrival at the receiver, in the order of
 * arrival: 0 for one that was there before. Both by the name of the message, in epoch milliseconds of one machine.
 * @throws Error when one arrived that was never accepted: there is nothing to measure then.
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
