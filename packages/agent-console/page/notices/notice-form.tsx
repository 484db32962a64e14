import { type ReactElement, useState } from "react";
import { changeNoticeSettings, type NoticeSettings, useNoticeSettings } from "./notice-settings.ts";
import { playSound, prepareSound } from "./notice-sound.ts";
import { canNotify } from "./show-notice.ts";

/** Settings of this browser, on the page of the agent's own account. */
export function NoticeForm(): ReactElement {
  const settings = useNoticeSettings();
  const [refused, setRefused] = useState(false);
  const chooseDesktop = async (wanted: boolean): Promise<void> => {
    const isGranted = !wanted || (await Notification.requestPermission()) === "granted";
    setRefused(!isGranted);
    changeNoticeSettings({ desktop: wanted && isGranted });
  };
  const chooseSound = (wanted: boolean): void => {
    changeNoticeSettings({ sound: wanted });
    if (!wanted) return;
    prepareSound();
    playSound();
  };
  return (
    <section className="card" data-testid="notice-form">
      <h3>Notifications in this browser</h3>
      <p className="muted">
        For new messages that you do not see: one for each conversation, until you open it. You get
        none while you are away.
      </p>
      <Choice
        name="desktop"
        label="Show a notification on the desktop"
        settings={settings}
        disabled={!canNotify()}
        onChange={(wanted) => void chooseDesktop(wanted)}
      />
      <Choice
        name="text"
        label="With the visitor's name and message, which others may see on your screen"
        settings={settings}
        disabled={!settings.desktop}
        onChange={(text) => changeNoticeSettings({ text })}
      />
      <Choice name="sound" label="Play a sound" settings={settings} onChange={chooseSound} />
      {!canNotify() && (
        <p className="muted">This browser shows notifications only for pages opened with https.</p>
      )}
      {refused && (
        <p className="warning" role="status" data-testid="notice-refused">
          The browser does not allow it. Allow notifications for this page in the browser’s
          settings, then try again.
        </p>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly name: Exclude<keyof NoticeSettings, "asked">;
  readonly label: string;
  readonly settings: NoticeSettings;
  readonly disabled?: boolean;
  readonly onChange: (wanted: boolean) => void;
}

function Choice({ name, label, settings, disabled = false, onChange }: ChoiceProps): ReactElement {
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={settings[name]}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        data-testid={`notice-${name}`}
      />
      {label}
    </label>
  );
}
