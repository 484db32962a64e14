import * as client from "openid-client";

/** Redirect URI for OpenID Connect providers, relative to the origin of `baseUrl`. */
export const callbackPath = "/console/api/auth/oidc/callback";

/** Kept in the browser that starts the sign-in, so that no other browser can complete it. */
export interface SignInTicket {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity that the provider asserted, verified for this console and this browser. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** At this issuer it never changes and is never reused for another person. */
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Empty when the provider gives none. */
  readonly name: string;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const timeoutSeconds = 10;

/** The authorization code flow of OpenID Connect, with PKCE, state and nonce. */
export class SingleSignOn {
  readonly #options: ProviderOptions;
  readonly #callback: string;
  #provider: Promise<client.Configuration> | null = null;

  /** Does not contact the provider, so the gateway can start while it is down. */
  constructor(options: ProviderOptions, baseUrl: string) {
    this.#options = options;
    this.#callback = new URL(baseUrl).origin + callbackPath;
  }

  /** Where to send the browser, and the ticket it must bring back. */
  async begin(): Promise<{ readonly address: string; readonly ticket: SignInTicket }> {
    const provider = await this.#discovered();
    const ticket: SignInTicket = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#callback,
      scope: "openid email profile",
      state: ticket.state,
      nonce: ticket.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(ticket.verifier),
      code_challenge_method: "S256",
    });
    return { address: address.href, ticket };
  }

  /** `query`: the query string of the redirect. @throws any error of the verification */
  async finish(query: string, ticket: SignInTicket): Promise<ProvenIdentity> {
    const provider = await this.#discovered();
    const tokens = await client.authorizationCodeGrant(provider, new URL(this.#callback + query), {
      expectedState: ticket.state,
      expectedNonce: ticket.nonce,
      pkceCodeVerifier: ticket.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("the provider sent no ID token");
    const { iss, sub } = claims;
    // Many providers give the email only at the userinfo endpoint.
    const told =
      claims["email"] === undefined
        ? await client.fetchUserInfo(provider, tokens.access_token, sub)
        : claims;
    return {
      issuer: iss,
      subject: sub,
      email: textOf(told["email"]),
      isEmailVerified: told["email_verified"] === true,
      name: textOf(told["name"] ?? claims["name"]),
    };
  }

  /** Discovered on first use, and again after a failure. */
  #discovered(): Promise<client.Configuration> {
    this.#provider ??= this.#discover().catch((error: unknown) => {
      this.#provider = null;
      throw error;
    });
    return this.#provider;
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const server = new URL(issuer);
    const execute = [client.enableNonRepudiationChecks];
    if (server.protocol === "http:") execute.push(client.allowInsecureRequests);
    // Every provider must support Basic (RFC 6749 §2.3.1).
    const authentication = client.ClientSecretBasic(clientSecret);
    const settings = { execute, timeout: timeoutSeconds };
    return client.discovery(server, clientId, undefined, authentication, settings);
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
