import { lazy, Suspense, useEffect, useRef, type ComponentType } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation } from "react-router-dom";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { ScreenSkeleton } from "./components/ScreenSkeleton";
import { LoadError } from "./components/LoadError";
import { LandingScreen } from "./features/landing/LandingScreen";
import type { Page } from "./features/pages/page";
import { PageViews } from "./lib/pageViews";
import { afresh, renewIfOld } from "./lib/pwa";

const members = ["/swipe", "/matches", "/profile", "/edit-profile", "/upgrade", "/payment-success"];
const attendees = ["/auth", "/create-profile", "/moderation-pending", "/contact", ...members];
const moderators = ["/moderator/login", "/moderator/dashboard"];

/** All parts with the paths that need them, so that a script can be there before it is wanted. */
const parts: { paths: readonly string[]; fetch: () => Promise<unknown> }[] = [];
/** Where the visit begins. At build time, when the public pages are made, it is nowhere. */
const here = typeof window === "undefined" ? "" : window.location.pathname;
/** So long a member's first screen has the network for itself. */
const AHEAD_AFTER = 1500;

const AttendeeSession = part(async () => (await import("./session/AttendeeSession")).AttendeeSession, attendees);
const RouteGuard = part(async () => (await import("./session/RouteGuard")).RouteGuard, attendees);
const AuthScreen = part(async () => (await import("./features/auth/AuthScreen")).AuthScreen, ["/auth"]);
const ResetScreen = part(async () => (await import("./features/auth/ResetScreen")).ResetScreen, []);
const ContactScreen = part(async () => (await import("./features/contact/ContactScreen")).ContactScreen, ["/contact"]);
const CreateProfileScreen = part(
  async () => (await import("./features/profiles/CreateProfileScreen")).CreateProfileScreen,
  ["/create-profile"],
);
const ModerationPendingScreen = part(
  async () => (await import("./features/profiles/ModerationPendingScreen")).ModerationPendingScreen,
  ["/moderation-pending"],
);
const MemberGuard = part(async () => (await import("./layout/MemberGuard")).MemberGuard, members);
const MemberLayout = part(async () => (await import("./layout/MemberLayout")).MemberLayout, members);
const UpgradeProvider = part(
  async () => (await import("./features/payments/UpgradeProvider")).UpgradeProvider,
  members,
);
const SwipeScreen = part(async () => (await import("./features/swipes/SwipeScreen")).SwipeScreen, ["/swipe"]);
const MatchesScreen = part(async () => (await import("./features/matches/MatchesScreen")).MatchesScreen, ["/matches"]);
const ProfileScreen = part(async () => (await import("./features/profiles/ProfileScreen")).ProfileScreen, ["/profile"]);
const EditProfileScreen = part(
  async () => (await import("./features/profiles/EditProfileScreen")).EditProfileScreen,
  ["/edit-profile"],
);
const UpgradeScreen = part(async () => (await import("./features/payments/UpgradeScreen")).UpgradeScreen, ["/upgrade"]);
const PaymentSuccessScreen = part(
  async () => (await import("./features/payments/PaymentSuccessScreen")).PaymentSuccessScreen,
  ["/payment-success"],
);
const ModeratorSession = part(async () => (await import("./session/ModeratorSession")).ModeratorSession, moderators);
const LoginScreen = part(
  async () => (await import("./features/moderator/LoginScreen")).LoginScreen,
  ["/moderator/login"],
);
const DashboardScreen = part(
  async () => (await import("./features/moderator/DashboardScreen")).DashboardScreen,
  ["/moderator/dashboard"],
);
const AboutScreen = page(async () => (await import("./features/pages/aboutWords")).about, "/about");
const FaqScreen = page(async () => (await import("./features/pages/faqWords")).faq, "/faq");
const TermsScreen = page(async () => (await import("./features/pages/termsWords")).terms, "/terms");
const PrivacyScreen = page(async () => (await import("./features/pages/privacyWords")).privacy, "/privacy");
const CookiesScreen = page(async () => (await import("./features/pages/cookiesWords")).cookies, "/cookies");
const RefundScreen = page(async () => (await import("./features/pages/refundWords")).refund, "/refund-cancellation");
const NotFoundScreen = part(async () => (await import("./features/pages/NotFoundScreen")).NotFoundScreen, []);

/** The product, at the address that the browser shows. */
export function App() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  );
}

/** Every URL of the product, top to bottom. */
export function Screens() {
  return (
    <>
      <FromTheTop />
      <PageViews />
      <FetchAhead />
      <ErrorBoundary fallback={() => <LoadError />}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Routes>
            <Route path="/" element={<LandingScreen />} />
            <Route path="/about" element={<AboutScreen />} />
            <Route path="/faq" element={<FaqScreen />} />
            <Route path="/terms" element={<TermsScreen />} />
            <Route path="/privacy" element={<PrivacyScreen />} />
            <Route path="/cookies" element={<CookiesScreen />} />
            <Route path="/refund-cancellation" element={<RefundScreen />} />
            <Route path="/explore" element={<Navigate to="/swipe" replace />} />
            <Route path="/login" element={<Navigate to="/auth" replace state={{ mode: "signIn" }} />} />

            <Route element={<AttendeeSession />}>
              <Route element={<RouteGuard area="auth" />}>
                <Route path="/auth" element={<AuthScreen />} />
              </Route>
              <Route path="/contact" element={<ContactScreen />} />
              <Route path="/reset-password/:token?" element={<ResetScreen />} />
              <Route element={<RouteGuard area="createProfile" />}>
                <Route path="/create-profile" element={<CreateProfileScreen />} />
              </Route>
              <Route element={<RouteGuard area="moderation" />}>
                <Route path="/moderation-pending" element={<ModerationPendingScreen />} />
              </Route>
              <Route element={<MemberGuard />}>
                <Route element={<UpgradeProvider />}>
                  <Route element={<MemberLayout />}>
                    <Route path="/swipe" element={<SwipeScreen />} />
                    <Route path="/matches" element={<MatchesScreen />} />
                    <Route path="/profile" element={<ProfileScreen />} />
                    <Route path="/edit-profile" element={<EditProfileScreen />} />
                    <Route path="/upgrade" element={<UpgradeScreen />} />
                    <Route path="/payment-success" element={<PaymentSuccessScreen />} />
                  </Route>
                </Route>
              </Route>
            </Route>

            <Route element={<ModeratorSession />}>
              <Route path="/moderator/login" element={<LoginScreen />} />
              <Route path="/moderator/dashboard" element={<DashboardScreen />} />
            </Route>

            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/**
 * Another page starts at its top, as it would if the browser had loaded it. The first one is where the browser has put it:
 * whoever reads a page before its script is there is not thrown back to its beginning.
 */
function FromTheTop() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    renewIfOld();
    if (shown.current !== pathname) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname]);
  return null;
}

/** A signal lost in a crowd must not cost a member the next tab: its script is there before it is tapped. */
function FetchAhead() {
  const isMember = members.includes(useLocation().pathname);
  useEffect(() => {
    if (!isMember) return;
    const wanted = parts.filter(({ paths }) => paths.some((path) => members.includes(path)));
    const timer = window.setTimeout(() => {
      for (const { fetch } of wanted) fetch().catch(() => undefined);
    }, AHEAD_AFTER);
    return () => window.clearTimeout(timer);
  }, [isMember]);
  return null;
}

/**
 * A part whose script is fetched when somebody goes there. Whoever opens one of `paths` first gets it at once: else room,
 * door and screen would be fetched one after the other.
 */
function part<Props>(load: () => Promise<ComponentType<Props>>, paths: readonly string[]) {
  let fetched: Promise<ComponentType<Props>> | null = null;
  const fetch = () =>
    (fetched ??= load().catch((error: unknown) => {
      fetched = null;
      throw error;
    }));
  parts.push({ paths, fetch });
  // A failure is the screen's to show when it is rendered, not the page's at start.
  if (paths.includes(here)) fetch().catch(() => undefined);
  return lazy(async () => ({ default: await fetch().catch(afresh) }));
}

/** A page that is only read: its frame and its text, fetched together. */
function page(load: () => Promise<Page>, path: string) {
  return part(async () => {
    const [{ PageScreen }, text] = await Promise.all([import("./features/pages/PageScreen"), load()]);
    return () => <PageScreen page={text} />;
  }, [path]);
}
