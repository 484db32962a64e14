import type { Profile } from "@parley/core";
import type { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";
import { emojis, type Language, languages } from "./languages.ts";

/** §2.4-6. */
const mostCharacters = 1_000;

/** Half of the visitors write in the first language. */
export function pickLanguage(random: SeededRandom): Language {
  return random.below(2) === 0 ? random.pick(languages.slice(0, 1)) : random.pick(languages);
}

/** One visitor in seven is anonymous. Not every other one gave an email or a phone number. */
export function profileOf(number: number, { names }: Language, random: SeededRandom): Profile {
  if (random.below(7) === 0) return {};
  return {
    name: `${random.pick(names)} ${number}`,
    ...(random.below(3) > 0 && { email: `visitor-${number}@mail.example` }),
    ...(random.below(4) === 0 && { phone: `+999 ${String(number).padStart(7, "0")}` }),
    ...(random.below(5) === 0 && { url: `https://shop.example/lamps/${random.below(500)}` }),
  };
}

/** JSON text of a message. Most are a few words; few are long, media or a place. */
export function messageOf(id: string, language: Language, random: SeededRandom): string {
  const kind = random.below(100);
  if (kind === 0) return JSON.stringify(place(id, random));
  if (kind < 4) return JSON.stringify(photo(id, random));
  return JSON.stringify({ type: "text", text: textOf(language, random), id });
}

function textOf({ words, gap }: Language, random: SeededRandom): string {
  const isLong = random.below(50) === 0;
  const count = isLong ? 40 + random.below(160) : 1 + random.below(16);
  const said = Array.from({ length: count }, () => random.pick(words));
  if (random.below(4) === 0) said.push(String(100_000 + random.below(900_000)));
  if (random.below(10) === 0) said.push(random.pick(emojis));
  return [...said.join(gap)].slice(0, mostCharacters).join("");
}

function place(id: string, random: SeededRandom): object {
  const degrees = (limit: number) => (random.below(2_000_001) - 1_000_000) * (limit / 1_000_000);
  return { type: "location", latitude: degrees(90), longitude: degrees(180), id };
}

function photo(id: string, random: SeededRandom): object {
  const name = `photo-${random.below(10_000)}.jpg`;
  const size = 20_000 + random.below(4_000_000);
  const file = `https://photos.example/${name}`;
  return { type: "photo", file, file_name: name, file_size: size, id };
}
