import { LogOut } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";
import { Button } from "../../components/Button";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { StaffGuard } from "../../session/StaffGuard";
import { useStaffSignOut } from "../../session/useStaffSignOut";
import { words } from "./words";

/** The sections, in the order of the tabs. Each has its route in src/StaffScreens.tsx. */
const tabs = [
  { to: "/organiser", name: words.tabs.today },
  { to: "/organiser/people", name: words.tabs.people },
  { to: "/organiser/tickets", name: words.tabs.tickets },
  { to: "/organiser/money", name: words.tabs.money },
  { to: "/organiser/numbers", name: words.tabs.numbers },
  { to: "/organiser/staff", name: words.tabs.staff },
  { to: "/organiser/close", name: words.tabs.close },
] as const;

/** Around every screen of organisers: the sections, the way to the moderators' desk, the sign-out. */
export function OrganiserLayout() {
  return (
    <StaffGuard kind="organiser">
      <Header />
      <main>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
    </StaffGuard>
  );
}

function Header() {
  const signOut = useStaffSignOut();
  const sections = useCurrentInSight();
  return (
    <header className="flex flex-wrap items-center gap-x-6 border-b-2 border-line bg-raised px-4 py-2">
      <p className="font-poster text-lead font-semibold">{words.organiser}</p>
      <nav
        ref={sections}
        aria-label={words.sections}
        className="flex gap-1 overflow-x-auto max-sm:order-last max-sm:-mx-4 max-sm:w-screen max-sm:px-4"
      >
        {tabs.map(({ to, name }) => (
          <NavLink key={to} to={to} end={to === "/organiser"} className={tab}>
            {name}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-4">
        <Link to="/moderator/dashboard" className={link}>
          {words.desk}
        </Link>
        <Button look="bare" className="min-w-11" onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{words.signOut}</span>
        </Button>
      </div>
    </header>
  );
}

/** The row of sections is wider than a phone: the current one is moved into its middle. The page itself stays where it is. */
function useCurrentInSight() {
  const { pathname } = useLocation();
  const sections = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = sections.current;
    const current = row?.querySelector("[aria-current=page]")?.getBoundingClientRect();
    if (!row || !current) return;
    const { left, width } = row.getBoundingClientRect();
    row.scrollLeft += current.left + current.width / 2 - left - width / 2;
  }, [pathname]);
  return sections;
}

const tab =
  "flex min-h-11 shrink-0 items-center rounded-sm border-b-4 border-transparent px-3 font-semibold text-soft hover:text-ink " +
  "aria-[current=page]:border-teal aria-[current=page]:text-ink";
const link =
  "inline-flex min-h-11 items-center font-bold text-teal underline decoration-2 underline-offset-4 hover:text-ink";
