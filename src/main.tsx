import "./lib/promptEffects";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App";
import { handleBackButton } from "./components/useBackCloses";
import { fetchFirstParts } from "./lib/lazyPart";
import { installWorker } from "./lib/pwa";
import "./styles/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// Renders once the first screen's scripts have loaded. Until then the served page shows its content or its skeleton.
void fetchFirstParts().then(() => {
  // A public page is prerendered and only hydrated: see prerender.tsx.
  if (root.dataset.page === window.location.pathname) hydrateRoot(root, app);
  else {
    // Fetches the poster font after the scripts, while the network is free because the page waits for the deployment.
    void document.fonts.load("800 1em 'Anek Condensed'");
    createRoot(root).render(app);
  }
});

handleBackButton();
installWorker();
