import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { MeView } from "../src/accounts/me-view.ts";
import { api } from "./api/api.ts";
import { againMs, type ApiError, isPassing } from "./api/call.ts";
import { DataProvider } from "./conversations/data/data-provider.tsx";
import { LoadingPage } from "./ui/loading-page.tsx";
import { JoinForm } from "./sign-in/join-form.tsx";
import { PasswordLinkForm } from "./sign-in/password-link-form.tsx";
import { goTo, useRoute } from "./route.ts";
import { SettingsProvider } from "./settings/settings-provider.tsx";
import { SignIn } from "./sign-in/sign-in.tsx";
import { UnsentProvider } from "./unsent/unsent-provider.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

type Stage =
  | { readonly name: "loading"; readonly notice?: string }
  | { readonly name: "signed-out"; readonly notice?: string }
  | { readonly name: "signed-in"; readonly me: MeView };

/** Shows the sign-in card or the signed-in layout, depending on the session. */
export function App(): ReactElement {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const route = useRoute();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      api.me().then(
        (me) => setStage({ name: "signed-in", me }),
        (error: ApiError) => {
          setStage(stageAfter(error));
          if (isPassing(error)) timer = setTimeout(look, againMs);
        },
      );
    };
    look();
    return () => clearTimeout(timer);
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
  if (stage.name === "loading") {
    return <LoadingPage notice={stage.notice ?? "Loading…"} />;
  }
  if (stage.name === "signed-out") {
    const problem = route.name === "sign-in" ? route.id : null;
    return <SignIn notice={stage.notice} problem={problem} onSignedIn={onMe} />;
  }
  const { me } = stage;
  const { id } = me.account;
  return (
    <UnsentProvider key={id} accountId={id} onSignedOut={onSignedOut}>
      <DataProvider me={me} onSignedOut={onSignedOut}>
        <SettingsProvider>
          <SignedInLayout me={me} route={route} onMe={onMe} onSignedOut={onSignedOut} />
        </SettingsProvider>
      </DataProvider>
    </UnsentProvider>
  );
}

function stageAfter(error: ApiError): Stage {
  if (isPassing(error)) return { name: "loading", notice: error.message };
  return signedOut(error.status === 401 ? undefined : error.message);
}

function signedOut(notice: string | undefined): Stage {
  return notice === undefined ? { name: "signed-out" } : { name: "signed-out", notice };
}
