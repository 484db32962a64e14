import type { ReactElement } from "react";
import { chooseTheme, type Theme, themes, useTheme } from "./theme.ts";

const labels: Readonly<Record<Theme, string>> = {
  system: "As on this device",
  light: "Light",
  dark: "Dark",
};

/** Light or dark, for this browser. */
export function ThemeChoice(): ReactElement {
  const chosen = useTheme();
  return (
    <section className="card">
      <h3>Appearance</h3>
      <div className="choices" role="radiogroup" aria-label="Appearance">
        {themes.map((theme) => (
          <label className="choice" key={theme}>
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
              data-testid={`theme-${theme}`}
            />
            {labels[theme]}
          </label>
        ))}
      </div>
      <p className="muted">Kept in this browser.</p>
    </section>
  );
}
