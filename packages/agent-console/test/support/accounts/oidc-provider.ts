import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What the provider's process does with whoever comes next. */
export interface ProviderPlan {
  readonly subject: string;
  /** What its userinfo endpoint tells. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** What its ID token tells besides. */
  readonly idTokenClaims?: Readonly<Record<string, unknown>>;
  /** Asks in a page of its own first; default: it knows whoever comes. */
  readonly asks?: boolean;
  readonly fault:
    | "denied"
    | "nonce"
    | "audience"
    | "issuer"
    | "expired"
    | "signature"
    | "unsigned"
    | null;
}

export const clientId = "console";
export const clientSecret = "the secret & of = the % console";

/** A provider of OpenID Connect that runs in a process of its own. */
export class OidcProvider {
  readonly issuer: string;
  readonly #process: ChildProcess;

  private constructor(issuer: string, child: ChildProcess) {
    this.issuer = issuer;
    this.#process = child;
  }

  /** `port`: 0 for any free one. */
  static async start(port = 0): Promise<OidcProvider> {
    const program = fileURLToPath(new URL("oidc-provider.fixture.ts", import.meta.url));
    const child = fork(program, [String(port)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [],
    });
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const died = once(child, "exit").then(() => {
      throw new Error(`the provider ended: ${said}`);
    });
    const [{ issuer }] = await Promise.race([once(child, "message"), died]);
    died.catch(() => undefined);
    return new OidcProvider(issuer as string, child);
  }

  async plan(plan: Partial<ProviderPlan>): Promise<void> {
    const planned = once(this.#process, "message");
    this.#process.send({ subject: "ada", claims: {}, fault: null, ...plan });
    await planned;
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, "exit");
    this.#process.disconnect();
    await exited;
  }
}
