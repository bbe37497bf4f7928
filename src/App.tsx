import { useEffect, type ReactNode } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import type { FestivalPage } from "../convex/shared/festivalTexts";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { ScreenSkeleton } from "./components/ScreenSkeleton";
import { leaveLayers } from "./components/useBackCloses";
import type { Page } from "./features/pages/page";
import { PublicLayout } from "./layout/PublicLayout";
import { StartAtTop } from "./layout/StartAtTop";
import { PageViews } from "./lib/pageViews";
import { whenNetworkIsFree } from "./lib/freeNetwork";
import { fetchParts, isOneOf, lazyPart, SkeletonContext } from "./lib/lazyPart";
import { staffAreas } from "./lib/staffAreas";
import { FailedScreen } from "./session/FailedScreen";
import { sessionStore, SIGN_OUTS } from "./session/storedSession";
import { followNotifications } from "./lib/pwa";

const THREAD = "/matches/:matchId";
const members = ["/swipe", "/matches", THREAD, "/profile", "/edit-profile", "/upgrade", "/payment-success"];
const attendees = ["/auth", "/create-profile", "/moderation-pending", "/contact", "/status", ...members];
/** Listed in `StaffScreens.tsx`, so that no visitor downloads the staff's URLs. */
const staff = staffAreas.map((area) => `${area}/*`);

const LandingScreen = lazyPart("LandingScreen", () => import("./features/landing/LandingScreen"), ["/"]);
const AttendeeSession = lazyPart("AttendeeSession", () => import("./session/AttendeeSession"), attendees);
const RouteGuard = lazyPart("RouteGuard", () => import("./session/RouteGuard"), attendees);
const AuthScreen = lazyPart("AuthScreen", () => import("./features/auth/AuthScreen"), ["/auth"]);
const ResetScreen = lazyPart("ResetScreen", () => import("./features/auth/ResetScreen"));
const MailsOffScreen = lazyPart("MailsOffScreen", () => import("./features/profiles/MailsOffScreen"));
const ContactScreen = lazyPart("ContactScreen", () => import("./features/contact/ContactScreen"), ["/contact"]);
const StatusScreen = lazyPart("StatusScreen", () => import("./features/pages/StatusScreen"), ["/status"]);
const CreateProfileScreen = lazyPart("CreateProfileScreen", () => import("./features/profiles/CreateProfileScreen"), [
  "/create-profile",
]);
const ModerationPendingScreen = lazyPart(
  "ModerationPendingScreen",
  () => import("./features/profiles/ModerationPendingScreen"),
  ["/moderation-pending"],
);
const ClosedGate = lazyPart("ClosedGate", () => import("./layout/ClosedGate"), [
  "/create-profile",
  "/moderation-pending",
  ...members,
]);
const MemberTabs = lazyPart("MemberTabs", () => import("./layout/MemberTabs"), ["/contact", "/status"]);
const MemberGuard = lazyPart("MemberGuard", () => import("./layout/MemberGuard"), members);
const MemberLayout = lazyPart("MemberLayout", () => import("./layout/MemberLayout"), members);
const UpgradeProvider = lazyPart("UpgradeProvider", () => import("./features/payments/UpgradeProvider"), members);
const SwipeScreen = lazyPart("SwipeScreen", () => import("./features/swipes/SwipeScreen"), ["/swipe"]);
const MatchesScreen = lazyPart("MatchesScreen", () => import("./features/matches/MatchesScreen"), ["/matches"]);
const ThreadScreen = lazyPart("ThreadScreen", () => import("./features/chat/ThreadScreen"), [THREAD]);
const ProfileScreen = lazyPart("ProfileScreen", () => import("./features/profiles/ProfileScreen"), ["/profile"]);
const EditProfileScreen = lazyPart("EditProfileScreen", () => import("./features/profiles/EditProfileScreen"), [
  "/edit-profile",
]);
const UpgradeScreen = lazyPart("UpgradeScreen", () => import("./features/payments/UpgradeScreen"), ["/upgrade"]);
const PaymentSuccessScreen = lazyPart(
  "PaymentSuccessScreen",
  () => import("./features/payments/PaymentSuccessScreen"),
  ["/payment-success"],
);
const StaffScreens = lazyPart("StaffScreens", () => import("./StaffScreens"), staff);
const AboutScreen = lazyPage("about", () => import("./features/pages/aboutWords"), "/about");
const FaqScreen = lazyPage("faq", () => import("./features/pages/faqWords"), "/faq");
const TermsScreen = lazyPage("terms", () => import("./features/pages/termsWords"), "/terms");
const PrivacyScreen = lazyPage("privacy", () => import("./features/pages/privacyWords"), "/privacy");
const CookiesScreen = lazyPage("cookies", () => import("./features/pages/cookiesWords"), "/cookies");
const RefundScreen = lazyPage("refund", () => import("./features/pages/refundWords"), "/refund-cancellation");
const NotFoundScreen = lazyPart("NotFoundScreen", () => import("./features/pages/NotFoundScreen"));

export function App() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  );
}

/** Every URL of the product, top to bottom. `StaffScreens.tsx` has the staff's. */
export function Screens() {
  const { pathname } = useLocation();
  return (
    <>
      <StartAtTop />
      <PageViews />
      <SignOuts />
      <Notifications />
      <PrefetchScreens />
      <ErrorBoundary resetOn={pathname} fallback={() => <FailedScreen />}>
        <SkeletonContext value={<ScreenSkeleton />}>
          {isOneOf(staff, pathname) ? <StaffScreens /> : <EverybodysScreens />}
        </SkeletonContext>
      </ErrorBoundary>
    </>
  );
}

function EverybodysScreens() {
  return (
    <Routes>
      <Route path="/" element={<LandingScreen />} />
      <Route element={<PublicLayout />}>
        <Route path="/about" element={<AboutScreen />} />
        <Route path="/faq" element={<FaqScreen />} />
        <Route path="/terms" element={<TermsScreen />} />
        <Route path="/privacy" element={<PrivacyScreen />} />
        <Route path="/cookies" element={<CookiesScreen />} />
        <Route path="/refund-cancellation" element={<RefundScreen />} />
      </Route>
      <Route path="/explore" element={<Navigate to="/swipe" replace />} />
      <Route path="/login" element={<Navigate to="/auth" replace state={{ mode: "signIn" }} />} />

      <Route element={<AttendeeSession />}>
        <Route element={<RouteGuard area="auth" />}>
          <Route path="/auth" element={<AuthScreen />} />
        </Route>
        <Route
          path="/contact"
          element={
            <WithTabs>
              <ContactScreen />
            </WithTabs>
          }
        />
        <Route
          path="/status"
          element={
            <WithTabs>
              <StatusScreen />
            </WithTabs>
          }
        />
        <Route path="/reset-password/:token?" element={<ResetScreen />} />
        <Route path="/mails-off" element={<MailsOffScreen />} />
        <Route element={<ClosedGate />}>
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
                <Route path={THREAD} element={<ThreadScreen />} />
                <Route path="/profile" element={<ProfileScreen />} />
                <Route path="/edit-profile" element={<EditProfileScreen />} />
                <Route path="/upgrade" element={<UpgradeScreen />} />
                <Route path="/payment-success" element={<PaymentSuccessScreen />} />
              </Route>
            </Route>
          </Route>
        </Route>
      </Route>

      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

/** A screen for everybody, with the tabs for members. */
function WithTabs({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <SkeletonContext value={null}>
        <MemberTabs />
      </SkeletonContext>
    </>
  );
}

/** Reports sign-outs that happened offline, on every page. */
function SignOuts() {
  useEffect(() => {
    if (sessionStore.getItem(SIGN_OUTS) === null) return;
    // If the script fails to load, the next visit sends it.
    void import("./session/signOuts").then(({ sendSignOuts }) => sendSignOuts()).catch(() => undefined);
  }, []);
  return null;
}

/** Opens the screen of a tapped notification without reloading the page. */
function Notifications() {
  const navigate = useNavigate();
  useEffect(() => followNotifications((path) => void leaveLayers(() => void navigate(path))), [navigate]);
  return null;
}

/**
 * Prefetches scripts. A member gets all member screens, because they may go offline. An applicant gets the deck, which an approval shows. Both
 * get the screen after a sign-out.
 */
function PrefetchScreens() {
  const { pathname } = useLocation();
  const isMember = isOneOf(members, pathname);
  const isApplicant = pathname === "/moderation-pending";
  useEffect(() => {
    if (isMember || isApplicant)
      return whenNetworkIsFree(() => void fetchParts(["/auth", ...(isMember ? members : ["/swipe"])]));
  }, [isMember, isApplicant]);
  return null;
}

/** Returns a text page, whose frame and text are fetched together. */
function lazyPage<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, (festival: FestivalPage) => Page>>,
  path: string,
) {
  const loadBoth = async () => {
    const [{ PageScreen }, texts] = await Promise.all([import("./features/pages/PageScreen"), load()]);
    return { page: () => <PageScreen texts={texts[name]} /> };
  };
  return lazyPart("page", loadBoth, [path]);
}
