/** An object as JSON text, whose values are JSON texts or worse; a name may come twice. */
export type Members = readonly (readonly [name: string, json: string])[];

export function objectText(members: Members): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** A visitor envelope as text. */
export function envelopeText(sender: Members, message: Members): string {
  return `{"sender":${objectText(sender)},"message":${objectText(message)}}`;
}

/** Members with one of them replaced, or added. */
export function withMember(members: Members, name: string, json: string): Members {
  return [...members.filter(([other]) => other !== name), [name, json]];
}
