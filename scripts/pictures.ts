import { relative, resolve } from "node:path";
import { readOptions } from "../harness/src/read-options.ts";

const page = `pictures: takes a picture of every screen of the agents' console, and of the shop

  npm run pictures -- [options]

A quickstart of its own, on free ports and with data of its own, gets a day of chats through the real endpoints. Then
Chromium signs in and opens one screen after the other: light and dark, 1280x800 and 390x844. Nothing else is
contacted. Takes about a minute.

  --only NAME,NAME  only these screens (--list names them)
  --states          also what is open, refused, empty, loading or gone on them
  --out DIRECTORY   where the pictures go; default docs/pictures/console
  --list            names the screens, and takes no picture
  --help            this page
`;
const { values } = readOptions(page, {
  options: {
    only: { type: "string" },
    out: { type: "string" },
    list: { type: "boolean" },
    states: { type: "boolean" },
  },
});
const { screens } = await import("./pictures/screens.ts");
const { states } = await import("./pictures/states/states.ts");
const all = [...screens, ...states];
const names = all.map(({ name }) => name);
const wanted =
  values.only?.split(",") ?? (values.states === true ? all : screens).map(({ name }) => name);
const unknown = wanted.find((name) => !names.includes(name));

if (values.list === true) process.stdout.write(`${names.join("\n")}\n`);
else if (unknown !== undefined) {
  process.stderr.write(`There is no screen ${unknown}. --list names the screens.\n`);
  process.exitCode = 1;
} else {
  const { takePictures } = await import("./pictures/take-pictures.ts");
  const directory = resolve(values.out ?? resolve(import.meta.dirname, "../docs/pictures/console"));
  const isWanted = ({ name }: { readonly name: string }) => wanted.includes(name);
  const taken = await takePictures(all.filter(isWanted), directory, process.stderr);
  const size = `${Math.round(taken.bytes / 1000)} kB`;
  process.stdout.write(`${taken.pictures} pictures in ${relative(".", directory)}, ${size}\n`);
  // The browser ends with its parent.
  process.exit();
}
