import { type ReactElement, useEffect, useState } from "react";
import { api, type ApiError, type Me } from "./api.ts";
import { Inbox } from "./inbox.tsx";
import { SignIn } from "./sign-in.tsx";

type Stage =
  | { readonly name: "loading" }
  | { readonly name: "signed-out"; readonly notice?: string }
  | { readonly name: "signed-in"; readonly me: Me };

/** Asks who is there, and shows the sign-in form or the inbox. */
export function App(): ReactElement {
  const [stage, setStage] = useState<Stage>({ name: "loading" });

  useEffect(() => {
    api.me().then(
      (me) => setStage({ name: "signed-in", me }),
      (error: ApiError) =>
        setStage(
          error.status === 401
            ? { name: "signed-out" }
            : { name: "signed-out", notice: error.message },
        ),
    );
  }, []);

  if (stage.name === "loading") return <p className="loading">Loading…</p>;
  if (stage.name === "signed-out") {
    return (
      <SignIn notice={stage.notice} onSignedIn={(me) => setStage({ name: "signed-in", me })} />
    );
  }
  return <Inbox me={stage.me} onSignedOut={(notice) => setStage(signedOut(notice))} />;
}

function signedOut(notice: string | undefined): Stage {
  return notice === undefined ? { name: "signed-out" } : { name: "signed-out", notice };
}
