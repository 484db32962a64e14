// Runs before the first paint, so that the page never flashes in the other theme. `theme.ts` stores the choice.
try {
  const theme = localStorage.getItem("parley-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
