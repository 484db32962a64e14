import { type ReactElement, useCallback, useContext, useState } from "react";
import { PageFrame } from "../ui/page-frame.tsx";
import { useAction, useLoaded } from "../ui/use-action.ts";
import { settingsApi } from "./settings-api.ts";
import { SettingsChangedContext } from "./settings-provider.tsx";

/** Settings for all agents, for admins. */
export function SettingsPage(): ReactElement {
  const loaded = useLoaded(useCallback(() => settingsApi.read(), []));
  return (
    <PageFrame
      title="Settings"
      about="They apply to everybody who answers here."
      problem={loaded.problem}
      loading={loaded.value === null}
      testId="settings-page"
    >
      {loaded.value !== null && <MediaSetting initial={loaded.value.alwaysShowMedia} />}
    </PageFrame>
  );
}

/** Whether visitors' pictures are shown at once. */
function MediaSetting({ initial }: { readonly initial: boolean }): ReactElement {
  const [isOn, setIsOn] = useState(initial);
  const { busy, problem, run } = useAction();
  const onChanged = useContext(SettingsChangedContext);

  const change = (alwaysShowMedia: boolean): Promise<unknown> =>
    run(async () => {
      const settings = await settingsApi.change({ alwaysShowMedia });
      setIsOn(settings.alwaysShowMedia);
      onChanged(settings);
    });

  return (
    <section className="card" aria-labelledby="media-setting">
      <h3 id="media-setting">Pictures and recordings of visitors</h3>
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          disabled={busy}
          onChange={(event) => void change(event.target.checked)}
          aria-describedby="media-setting-help"
          data-testid="always-show-media"
        />
        Always show them
      </label>
      <p className="muted" id="media-setting-help">
        When this is off, agents click to load each one. When it is on, their browsers load them at
        once, and photos of visitors too. The server that a file comes from then learns the agent’s
        IP address and when the chat is read. Open pages follow within a minute.
      </p>
      {problem !== null && (
        <p className="problem" role="alert" data-testid="settings-problem">
          {problem}
        </p>
      )}
    </section>
  );
}
