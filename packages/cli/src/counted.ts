/** `1 message`, `2 messages`. @param noun in the singular; its plural ends in s */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
