import { NavLink, Outlet, useLocation } from "react-router-dom";
import { ButtonLink } from "../../components/Button";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { StaffHeader, staffTab } from "../../layout/StaffHeader";
import { afterError } from "../../session/afterError";
import { StaffGuard } from "../../session/StaffGuard";
import { words } from "./words";

/** The sections, in tab order. Their routes are in src/StaffScreens.tsx. */
const tabs = [
  { to: "/organiser", name: words.tabs.today },
  { to: "/organiser/people", name: words.tabs.people },
  { to: "/organiser/money", name: words.tabs.money },
  { to: "/organiser/tickets", name: words.tabs.tickets },
  { to: "/organiser/staff", name: words.tabs.staff },
  { to: "/organiser/festival", name: words.tabs.festival },
] as const;

export function OrganiserLayout() {
  const { pathname } = useLocation();
  return (
    <StaffGuard kind="organiser">
      <StaffHeader
        links={
          <ButtonLink variant="bare" to="/moderator/dashboard">
            {words.desk}
          </ButtonLink>
        }
      >
        <p className="font-poster text-lead font-semibold">{words.organiser}</p>
        <nav
          aria-label={words.sections}
          className="flex gap-x-1 max-sm:order-last max-sm:w-full max-sm:flex-wrap max-sm:justify-between"
        >
          {tabs.map(({ to, name }) => (
            <NavLink key={to} to={to} end={to === "/organiser"} className={`${staffTab} max-sm:px-1 max-sm:text-note`}>
              {name}
            </NavLink>
          ))}
        </nav>
      </StaffHeader>
      <ErrorBoundary resetOn={pathname} fallback={afterError}>
        <main>
          <Outlet />
        </main>
      </ErrorBoundary>
    </StaffGuard>
  );
}
