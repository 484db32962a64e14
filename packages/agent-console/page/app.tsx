import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { MeView } from "../src/me-view.ts";
import { api } from "./api.ts";
import type { ApiError } from "./call.ts";
import { JoinForm } from "./join-form.tsx";
import { PasswordLinkForm } from "./password-link-form.tsx";
import { goTo, useRoute } from "./route.ts";
import { SignIn } from "./sign-in.tsx";
import { Workplace } from "./workplace.tsx";

type Stage =
  | { readonly name: "loading" }
  | { readonly name: "signed-out"; readonly notice?: string }
  | { readonly name: "signed-in"; readonly me: MeView };

/** Asks who is there, and shows the way in, or the workplace. */
export function App(): ReactElement {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const route = useRoute();

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

  const onMe = useCallback((me: MeView) => setStage({ name: "signed-in", me }), []);
  const onSignedOut = useCallback((notice?: string) => setStage(signedOut(notice)), []);
  const onSignedIn = (me: MeView): void => {
    onMe(me);
    if (route.name !== "inbox") goTo("#/");
  };

  if (route.name === "join") {
    return <JoinForm key={route.id} token={route.id} onSignedIn={onSignedIn} />;
  }
  if (route.name === "password") {
    return <PasswordLinkForm key={route.id} token={route.id} onSignedIn={onSignedIn} />;
  }
  if (stage.name === "loading") return <p className="loading">Loading…</p>;
  if (stage.name === "signed-out") {
    const problem = route.name === "sign-in" ? route.id : null;
    return <SignIn notice={stage.notice} problem={problem} onSignedIn={onMe} />;
  }
  const { me } = stage;
  return (
    <Workplace key={me.account.id} me={me} route={route} onMe={onMe} onSignedOut={onSignedOut} />
  );
}

function signedOut(notice: string | undefined): Stage {
  return notice === undefined ? { name: "signed-out" } : { name: "signed-out", notice };
}
