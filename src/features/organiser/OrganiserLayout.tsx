import { LogOut } from "lucide-react";
import { Suspense } from "react";
import { NavLink, Outlet, useLocation } from "react-router-dom";
import { Button, ButtonLink } from "../../components/Button";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { afterError } from "../../session/afterError";
import { StaffGuard } from "../../session/StaffGuard";
import { useStaffSignOut } from "../../session/useStaffSignOut";
import { words } from "./words";

/** The sections, in the order of the tabs. Each has its route in src/StaffScreens.tsx. */
const tabs = [
  { to: "/organiser", name: words.tabs.today },
  { to: "/organiser/people", name: words.tabs.people },
  { to: "/organiser/money", name: words.tabs.money },
  { to: "/organiser/tickets", name: words.tabs.tickets },
  { to: "/organiser/staff", name: words.tabs.staff },
  { to: "/organiser/festival", name: words.tabs.festival },
] as const;

/** Around every screen of organisers: the sections, the way to the moderators' desk, the sign-out. */
export function OrganiserLayout() {
  const signOut = useStaffSignOut();
  const { pathname } = useLocation();
  return (
    <StaffGuard kind="organiser">
      <header className="flex flex-wrap items-center gap-x-6 border-b-2 border-line bg-raised px-4 py-2">
        <p className="font-poster text-lead font-semibold">{words.organiser}</p>
        <nav
          aria-label={words.sections}
          className="flex gap-x-1 max-sm:order-last max-sm:w-full max-sm:flex-wrap max-sm:justify-between"
        >
          {tabs.map(({ to, name }) => (
            <NavLink key={to} to={to} end={to === "/organiser"} className={tab}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-4">
          <ButtonLink look="bare" to="/moderator/dashboard">
            {words.desk}
          </ButtonLink>
          <Button look="bare" className="min-w-11" onClick={() => void signOut()}>
            <LogOut aria-hidden className="size-4" />
            <span className="max-lg:sr-only">{words.signOut}</span>
          </Button>
        </div>
      </header>
      <ErrorBoundary resetOn={pathname} fallback={afterError}>
        <main>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </ErrorBoundary>
    </StaffGuard>
  );
}

const tab =
  "flex min-h-11 items-center rounded-sm border-b-4 border-transparent px-1 font-semibold text-soft hover:text-ink sm:px-3 " +
  "max-sm:text-note aria-[current=page]:border-teal aria-[current=page]:text-ink";
