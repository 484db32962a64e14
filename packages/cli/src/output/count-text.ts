/**
 * `1 message`, `2 messages`.
 * @param noun in the singular; its plural must end in s
 * @throws TypeError when the answer has no count
 */
export function countText(count: number, noun: string): string {
  return `${count.toString()} ${count === 1 ? noun : `${noun}s`}`;
}
