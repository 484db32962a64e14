import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackedPackage } from "./packages.ts";

const hostBlock = /<!-- host -->\n```ts\n([\s\S]*?)```\n<!-- \/host -->/;

/** Packages that are not in npm's cache come from its registry. The timeouts report an unreachable registry soon. */
const installCommand = [
  "install",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-timeout=30000",
];
const installPatienceMs = 5 * 60_000;

/** Other packages that the README's host needs, in the version ranges of our packages. */
const beside = {
  express: "packages/ingress-express",
  "@types/express": "packages/ingress-express",
  "@types/node": ".",
  inversify: "packages/platform-node",
  "reflect-metadata": "packages/platform-node",
} as const;

/** As strict as a careful user's project: the libraries' own declarations are checked too. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "es2024",
  lib: ["es2024", "esnext.disposable", "dom", "dom.iterable"],
  module: "nodenext",
  moduleResolution: "nodenext",
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  types: ["node"],
};

/** An empty project outside the workspace. npm installs our tarballs in it, and it contains the README's host. */
export class Project {
  readonly directory: string;
  readonly #root: string;

  constructor(root: string, directory: string) {
    this.#root = root;
    this.directory = directory;
  }

  /** @throws when npm cannot install. */
  install(packages: readonly PackedPackage[]): void {
    const ours = packages.map(({ name, tarball }) => [name, `file:${tarball}`] as const);
    const others = Object.entries(beside).map(([name, home]) => [
      name,
      this.#versionOf(name, home),
    ]);
    this.#write("package.json", {
      name: "a-host",
      private: true,
      type: "module",
      dependencies: Object.fromEntries([...ours, ...others]),
    });
    const npm = spawnSync("npm", installCommand, {
      cwd: this.directory,
      encoding: "utf8",
      timeout: installPatienceMs,
    });
    if (npm.status === 0) return;
    const said = `${npm.stdout}${npm.stderr}`;
    throw new Error(`npm cannot install${this.#hint()}:\n${said}`);
  }

  /** Writes the README's host, a module that imports everything, and the compiler's settings. */
  furnish(packages: readonly PackedPackage[]): void {
    const host = hostBlock.exec(readFileSync(join(this.#root, "README.md"), "utf8"))?.[1];
    if (host === undefined) throw new Error("README.md has no host between its marks");
    const example = join(this.#root, "examples/custom-agent");
    const listenElsewhere = "test/support/listen-elsewhere.mjs";
    writeFileSync(join(this.directory, "main.ts"), host);
    copyFileSync(join(example, "src/echo-agent.ts"), join(this.directory, "echo-agent.ts"));
    copyFileSync(join(example, listenElsewhere), join(this.directory, "listen-elsewhere.mjs"));
    const specifiers = packages.flatMap((one) => one.specifiers);
    writeFileSync(join(this.directory, "everything.ts"), everything(specifiers));
    this.#write("tsconfig.json", { compilerOptions, include: ["*.ts"] });
  }

  /** The compiler's errors; empty without any. */
  typeFaults(): string {
    const tsc = join(this.#root, "node_modules/.bin/tsc");
    const { status, stdout, stderr } = spawnSync(tsc, ["-p", "."], {
      cwd: this.directory,
      encoding: "utf8",
    });
    return status === 0 ? "" : `${stdout}${stderr}`;
  }

  /** npm reports a conflict of versions when it cannot reach the registry. */
  #hint(): string {
    const command = ["ping", "--fetch-retries=0", "--fetch-timeout=10000"];
    const ping = spawnSync("npm", command, { cwd: this.directory, timeout: 20_000 });
    return ping.status === 0
      ? ""
      : ": its registry cannot be reached, and its cache lacks something";
  }

  #versionOf(name: string, home: string): string {
    const text = readFileSync(join(this.#root, home, "package.json"), "utf8");
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(text) as Record<
      "dependencies" | "devDependencies" | "peerDependencies",
      Record<string, string> | undefined
    >;
    const version = dependencies?.[name] ?? devDependencies?.[name] ?? peerDependencies?.[name];
    if (version === undefined) throw new Error(`${home} does not depend on ${name}`);
    return version;
  }

  #write(name: string, value: object): void {
    writeFileSync(join(this.directory, name), JSON.stringify(value, null, 2));
  }
}

/** A module that imports every package and prints the number of values of each. */
function everything(specifiers: readonly string[]): string {
  const imports = specifiers.map((path, index) => `import * as m${index} from "${path}";`);
  const counts = specifiers.map((path, index) => `  "${path}": Object.keys(m${index}).length,`);
  return `${imports.join("\n")}\nconst counts = {\n${counts.join("\n")}\n};\nconsole.log(JSON.stringify(counts));\n`;
}
