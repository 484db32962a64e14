import { createPrivateKey, generateKeyPairSync, sign, type webcrypto } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";
import type { ProviderPlan } from "./oidc-provider.ts";

/** A real OpenID Connect provider in a separate process. It signs in the person of its plan. */
const host = "localhost";
let plan: ProviderPlan = { subject: "ada", claims: {}, fault: null };

const key = newKey();
const foreignKey = newKey();

const server = createServer();
await new Promise<void>((resolve) => server.listen(Number(process.argv[2]), "127.0.0.1", resolve));
const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "console",
      client_secret: "the secret & of = the % console",
      redirect_uris: ["https://console.example/"],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  jwks: { keys: [{ ...key, kid: "one", alg: "RS256", use: "sig" } as never] },
  cookies: { keys: ["a key of the test"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: true,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...plan.claims }) }),
  async loadExistingGrant({ oidc }) {
    const { client, session, provider } = oidc;
    const { clientId } = client ?? {};
    const grant = new provider.Grant({
      ...(clientId && { clientId }),
      ...(session?.accountId && { accountId: session.accountId }),
    });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});
// The console's port is not known in advance.
provider.Client.prototype.redirectUriAllowed = () => true;

provider.use(async (context: KoaContextWithOIDC, next: () => Promise<void>) => {
  if (context.path.startsWith("/interaction/")) {
    if (plan.asks === true && context.method === "GET") {
      context.type = "html";
      context.body = "<title>Provider</title><form method=post><button>It is me</button></form>";
      return;
    }
    const result =
      plan.fault === "denied"
        ? { error: "access_denied" }
        : { login: { accountId: plan.subject, remember: false } };
    const address = await provider.interactionResult(context.req, context.res, result);
    return context.redirect(address);
  }
  await next();
  const body = context.body as { id_token?: string } | undefined;
  if (context.path === "/token" && typeof body?.id_token === "string") {
    body.id_token = spoilt(body.id_token);
  }
});
server.on("request", provider.callback());

process.on("message", (next: ProviderPlan) => {
  plan = next;
  process.send?.({ planned: true });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ issuer });

/** The token as a wrong or faulty provider would give it. */
function spoilt(token: string): string {
  const [head = "", body = ""] = token.split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString()) as Record<string, unknown>;
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  switch (plan.fault) {
    case "nonce":
      return signed(header, { ...claims, nonce: "another" }, key);
    case "audience":
      return signed(header, { ...claims, aud: "another" }, key);
    case "issuer":
      return signed(header, { ...claims, iss: "https://evil.example" }, key);
    case "expired":
      return signed(header, { ...claims, iat: 1_000_000, exp: 1_000_300 }, key);
    case "signature":
      return signed(header, claims, foreignKey);
    case "unsigned":
      return `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`;
    default:
      return plan.idTokenClaims === undefined
        ? token
        : signed(header, { ...claims, ...plan.idTokenClaims }, key);
  }
}

function signed(header: unknown, claims: unknown, by: webcrypto.JsonWebKey): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signer = createPrivateKey({ key: by, format: "jwk" });
  return `${text}.${sign("sha256", Buffer.from(text), signer).toString("base64url")}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function newKey(): webcrypto.JsonWebKey {
  return generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ format: "jwk" });
}
