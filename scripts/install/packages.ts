import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A package as npm would publish it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly sizeBytes: number;
  /** Everything that can be imported: `@parley/core`, `@parley/core/memory`, … */
  readonly specifiers: readonly string[];
  /** Names of its commands. */
  readonly commands: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Packs every public package below `root` into `directory`. Build them first. @throws when a package cannot be packed. */
export function packAll(root: string, directory: string): PackedPackage[] {
  return packSome(root, directory, publicPackages(root));
}

/** Packs these packages, and those of ours that they depend on. @throws when a package cannot be packed. */
export function packWithDependencies(
  root: string,
  directory: string,
  names: readonly string[],
): PackedPackage[] {
  const all = publicPackages(root);
  const needed = new Set<string>();
  const add = (name: string): void => {
    const found = all.find(({ manifest }) => manifest.name === name);
    if (found === undefined || needed.has(name)) return;
    needed.add(name);
    const { dependencies = {}, peerDependencies = {} } = found.manifest;
    for (const one of Object.keys({ ...dependencies, ...peerDependencies })) add(one);
  };
  for (const name of names) add(name);
  return packSome(
    root,
    directory,
    all.filter(({ manifest }) => needed.has(manifest.name)),
  );
}

interface FoundPackage {
  readonly home: string;
  readonly manifest: Manifest;
}

function publicPackages(root: string): readonly FoundPackage[] {
  const homes = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return homes
    .map((home) => ({ home, manifest: manifestAt(home) }))
    .filter(({ manifest }) => manifest.private !== true);
}

function packSome(
  root: string,
  directory: string,
  packed: readonly FoundPackage[],
): PackedPackage[] {
  for (const { home, manifest } of packed)
    if (!existsSync(join(home, "dist"))) throw new Error(`${manifest.name} has not been built`);
  pack(
    root,
    directory,
    packed.map(({ manifest }) => manifest.name),
  );
  return packed.map(({ manifest }) => describe(manifest, directory));
}

function manifestAt(home: string): Manifest {
  return JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest;
}

/** Packs all in one run: starting pnpm takes longer than packing. */
function pack(root: string, directory: string, names: readonly string[]): void {
  const filters = names.map((name) => `--filter=${name}`);
  const command = ["--yes", "--prefer-offline", "pnpm@12.21.0", ...filters];
  const { status, stdout, stderr } = spawnSync(
    "npx",
    [...command, "pack", "--pack-destination", directory],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the packages cannot be packed:\n${stdout}${stderr}`);
}

/** @throws when nothing was packed. */
function describe(manifest: Manifest, directory: string): PackedPackage {
  const { name, version, exports = {}, bin = {} } = manifest;
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const tarball = join(directory, file);
  return {
    name,
    version,
    tarball,
    sizeBytes: statSync(tarball).size,
    specifiers: Object.keys(exports).map((path) => `${name}${path.slice(1)}`),
    commands: Object.keys(bin),
  };
}
