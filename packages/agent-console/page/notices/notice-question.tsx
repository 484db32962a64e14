import type { ReactElement } from "react";
import { changeNoticeSettings, useNoticeSettings } from "./notice-settings.ts";
import { prepareSound } from "./notice-sound.ts";
import { canNotify } from "./show-notice.ts";

/** Asks once in this browser, when the agent goes online for the first time. */
export function NoticeQuestion({
  available,
}: {
  readonly available: boolean;
}): ReactElement | null {
  const { asked } = useNoticeSettings();
  const isPossible = canNotify() && Notification.permission !== "denied";
  if (!available || asked || !isPossible) return null;
  const turnOn = async (): Promise<void> => {
    prepareSound();
    const isGranted = (await Notification.requestPermission()) === "granted";
    changeNoticeSettings({ desktop: isGranted, sound: isGranted });
  };
  return (
    <p className="banner notice-question" role="status" data-testid="notice-question">
      Be told when a visitor writes while you are elsewhere?{" "}
      <button onClick={() => void turnOn()} data-testid="notice-yes">
        Turn on
      </button>
      <button className="quiet" onClick={() => changeNoticeSettings({})} data-testid="notice-no">
        Not now
      </button>
    </p>
  );
}
