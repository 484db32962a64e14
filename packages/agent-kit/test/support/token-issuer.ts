import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { startApp } from "./app-server.ts";

/** Issues tokens, and publishes its keys on a real server. */
export async function startIssuer(algorithm = "ES256") {
  const pair = () => generateKeyPair(algorithm, { extractable: true });
  let signing = await pair();
  let keyId = "key-1";
  let isAway = false;
  const app = await startApp(async (response) => {
    if (isAway) return response.destroy();
    const key = { ...(await exportJWK(signing.publicKey)), kid: keyId, alg: algorithm, use: "sig" };
    return response.end(JSON.stringify({ keys: [key] }));
  });
  return {
    keysUrl: `${app.url}/keys`,
    fetches: () => app.requests.length,
    publicKey: async () => exportJWK(signing.publicKey),
    token: (claims: JWTPayload, header: object = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: keyId, ...header })
        .sign(signing.privateKey),
    changeKey: async () => {
      signing = await pair();
      keyId = "key-2";
    },
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
