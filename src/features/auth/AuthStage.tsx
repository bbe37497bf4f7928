import { type ReactNode } from "react";
import { Link } from "react-router-dom";
import { festival } from "../../../convex/shared/festival";
import { Button } from "../../components/Button";

type Props = {
  title: string;
  lead: string;
  /** The link to the other mode. */
  other: string;
  onOther: () => void;
  children: ReactNode;
};

/** The stage behind the form: the festival's poster above it on a phone, beside it on a wide screen. */
export function AuthStage({ title, lead, other, onOther, children }: Props) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-1">
      <title>{`${title} · ${festival.name}`}</title>
      <Poster />
      <main className="z-10 -mt-6 rounded-t-lg bg-ground px-5 pt-8 pb-10 sm:px-8 lg:mt-0 lg:grid lg:place-items-center lg:rounded-none">
        <div className="mx-auto flex w-full max-w-md flex-col gap-6">
          <div>
            <h1 className="text-poster">{title}</h1>
            <p className="mt-1 text-soft">{lead}</p>
          </div>
          {children}
          <Button look="bare" className="self-center" onClick={onOther}>
            {other}
          </Button>
        </div>
      </main>
    </div>
  );
}

function Poster() {
  return (
    <header className="relative isolate overflow-hidden bg-night px-5 pt-6 pb-12 text-paper sm:px-8 lg:grid lg:content-end lg:p-14">
      <div aria-hidden className="stagelight absolute inset-0 -z-10" />
      <div
        aria-hidden
        className="halftone absolute -top-10 -right-16 -z-10 size-64 -rotate-12 text-coral opacity-60 lg:-right-24 lg:size-[34rem]"
      />
      <div
        aria-hidden
        className="band absolute -right-8 bottom-9 -z-10 h-6 w-56 -rotate-12 lg:bottom-[46%] lg:h-11 lg:w-[120%]"
      />
      <Link to="/" className="inline-block rounded-sm font-poster text-poster font-extrabold uppercase lg:text-stage">
        {festival.name}
      </Link>
      <p className="font-poster text-lead font-semibold text-marigold lg:mt-4 lg:text-title">{festival.edition}</p>
    </header>
  );
}
