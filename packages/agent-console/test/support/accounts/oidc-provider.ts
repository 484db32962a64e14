import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** How the provider treats the next person. */
export interface ProviderPlan {
  readonly subject: string;
  /** Claims of its userinfo endpoint. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Additional claims of its ID token. */
  readonly idTokenClaims?: Readonly<Record<string, unknown>>;
  /** Shows a page of its own first. Default: signs in at once. */
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

/** An OpenID Connect provider in a separate process. */
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
