import { UsageError } from "./usage-error.ts";

/** The forms of a package's name in its files. */
export interface Names {
  /** Of the package, its directory and its instance: `my-app`. */
  readonly name: string;
  /** Of the function that makes the plugin: `myAppAgent`. */
  readonly agent: string;
  /** Begins the names of types: `MyApp`. */
  readonly type: string;
  /** For people: `My app`. */
  readonly title: string;
}

/** As core takes the name of an instance. npm takes it too. */
const form = /^[a-z][a-z0-9-]{0,39}$/;
/** npm refuses these. */
const reserved = new Set(["node-modules", "favicon"]);

/** @throws UsageError when the name does not fit */
export function namesOf(name: string): Names {
  if (!form.test(name) || reserved.has(name))
    throw new UsageError(
      `"${name}" is no name for a plugin: use 1 to 40 lower-case letters, digits and hyphens, the first a letter.`,
    );
  const words = name.split("-").filter((word) => word !== "");
  const type = words.map(capitalized).join("");
  const camel = type.charAt(0).toLowerCase() + type.slice(1);
  const agent = words.length > 1 && words.at(-1) === "agent" ? camel : `${camel}Agent`;
  return { name, agent, type, title: capitalized(words.join(" ")) };
}

/** Puts the names in the place of those of the templates. */
export function renamed(text: string, { name, agent, type, title }: Names): string {
  return text
    .replaceAll("myAppAgent", agent)
    .replaceAll("MyApp", type)
    .replaceAll("my-app", name)
    .replaceAll("My app", title);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
