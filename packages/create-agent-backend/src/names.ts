import { neededPackages } from "./manifest.ts";
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
  if (neededPackages.includes(name))
    throw new UsageError(`"${name}" is a package that the plugin needs: use another name.`);
  const words = name.split("-").filter((word) => word !== "");
  const type = words.map(capitalized).join("");
  const camel = type.charAt(0).toLowerCase() + type.slice(1);
  const agent = words.length > 1 && words.at(-1) === "agent" ? camel : `${camel}Agent`;
  return { name, agent, type, title: capitalized(words.join(" ")) };
}

/** Puts the names in the place of those of the templates. */
export function renamed(text: string, { name, agent, type, title }: Names): string {
  const names: Readonly<Record<string, string>> = {
    myAppAgent: agent,
    MyApp: type,
    "my-app": name,
    "My app": title,
  };
  return text.replaceAll(/myAppAgent|MyApp|my-app|My app/g, (found) => names[found] ?? found);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
