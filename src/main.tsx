import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App";
import { followBack } from "./components/useBackCloses";
import { installWorker } from "./lib/pwa";
import "./styles/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// A public page is prerendered and only hydrated: see prerender.tsx. Every other address starts empty.
if (root.dataset.page === window.location.pathname) hydrateRoot(root, app);
else createRoot(root).render(app);

followBack();
installWorker();
