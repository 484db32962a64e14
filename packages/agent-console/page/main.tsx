import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { followOtherTabs } from "./theme/theme.ts";

followOtherTabs();
const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App />);
