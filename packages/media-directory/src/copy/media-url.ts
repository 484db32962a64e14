/** Such that no link is longer than a message may carry. */
const nameLimit = 512;

/** The public link of a file. Its name is there for people and receivers that look at the ending. */
export function mediaUrl(publicUrl: string, id: string, name: string): string {
  const text = encodeURIComponent(name);
  return text.length > nameLimit ? `${publicUrl}/${id}` : `${publicUrl}/${id}/${text}`;
}
