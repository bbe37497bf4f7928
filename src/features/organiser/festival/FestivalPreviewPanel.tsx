import { useEffect, useRef, useState, type ReactNode } from "react";
import { festivalDates } from "../../../../convex/shared/festival";
import type { FestivalPage } from "../../../../convex/shared/festivalTexts";
import { badgesOf } from "../../../../convex/shared/prices";
import { PersonCard } from "../../../components/PersonCard";
import { listen } from "../../../lib/events";
import { FestivalPreview } from "../../../lib/festival";
import { LandingPage } from "../../landing/LandingScreen";
import { Section } from "../Section";
import { words } from "./words";

/** A preview: the real front page and a real card with these settings. */
export function FestivalPreviewPanel({ festival }: { festival: FestivalPage }) {
  return (
    <Section title={words.preview} text={words.previewText} className="lg:sticky lg:top-6">
      <FestivalPreview value={festival}>
        <div data-accent={festival.accent} inert className="flex flex-col gap-6">
          <SmallScreen>
            <LandingPage isPreview />
          </SmallScreen>
          <div className="h-80 w-56">
            <PersonCard person={{ ...sample, festivalDays: festivalDates(festival) }} />
          </div>
        </div>
      </FestivalPreview>
    </Section>
  );
}

/** A full screen, scaled down, because its content is sized by the window. */
function SmallScreen({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const fit = () => setScale((box.current?.clientWidth ?? 0) / window.innerWidth);
    fit();
    return listen(window, "resize", fit);
  }, []);
  return (
    <div
      ref={box}
      className="relative overflow-hidden rounded-md border-2 border-line bg-ground"
      style={{ height: `calc(100svh * ${String(scale)})` }}
    >
      <div className="absolute h-svh w-screen origin-top-left" style={{ transform: `scale(${String(scale)})` }}>
        {children}
      </div>
    </div>
  );
}

const sample = {
  name: "Asha",
  age: 21,
  bio: "Front row, left of the sound desk.",
  hobbies: ["Music 🎵", "Dancing 💃"],
  drinking: "Socially",
  smoking: "Never",
  photos: [],
  ...badgesOf(null),
} as const;
