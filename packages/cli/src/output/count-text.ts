/**
 * `1 message`, `2 messages`.
 * @param noun in the singular; its plural ends in s
 * @throws TypeError when an answer lacks the count
 */
export function countText(count: number, noun: string): string {
  return `${count.toString()} ${count === 1 ? noun : `${noun}s`}`;
}
