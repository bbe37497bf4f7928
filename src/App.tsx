import { lazy, Suspense, type ComponentType } from "react";
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom";
import { ScreenSkeleton } from "./components/ScreenSkeleton";
import { LandingScreen } from "./features/landing/LandingScreen";

const AttendeeRoom = screen(async () => (await import("./features/auth/AttendeeRoom")).AttendeeRoom);
const Door = screen(async () => (await import("./features/auth/Door")).Door);
const AuthScreen = screen(async () => (await import("./features/auth/AuthScreen")).AuthScreen);
const CreateProfileScreen = screen(
  async () => (await import("./features/profiles/CreateProfileScreen")).CreateProfileScreen,
);
const WaitingScreen = screen(async () => (await import("./features/profiles/WaitingScreen")).WaitingScreen);
const MemberLayout = screen(async () => (await import("./layout/MemberLayout")).MemberLayout);
const SwipeScreen = screen(async () => (await import("./features/swipes/SwipeScreen")).SwipeScreen);
const MatchesScreen = screen(async () => (await import("./features/matches/MatchesScreen")).MatchesScreen);
const ProfileScreen = screen(async () => (await import("./features/profiles/ProfileScreen")).ProfileScreen);
const ModeratorRoom = screen(async () => (await import("./features/moderator/ModeratorRoom")).ModeratorRoom);
const LoginScreen = screen(async () => (await import("./features/moderator/LoginScreen")).LoginScreen);
const DashboardScreen = screen(async () => (await import("./features/moderator/DashboardScreen")).DashboardScreen);
const NotFoundScreen = screen(async () => (await import("./features/pages/NotFoundScreen")).NotFoundScreen);

/** Every URL of the product, top to bottom. */
export function App() {
  return (
    <BrowserRouter>
      <Suspense fallback={<ScreenSkeleton />}>
        <Routes>
          <Route path="/" element={<LandingScreen />} />
          <Route path="/explore" element={<Navigate to="/swipe" replace />} />
          <Route path="/login" element={<Navigate to="/auth" replace state={{ mode: "signIn" }} />} />

          <Route element={<AttendeeRoom />}>
            <Route element={<Door room="auth" />}>
              <Route path="/auth" element={<AuthScreen />} />
            </Route>
            <Route element={<Door room="create" />}>
              <Route path="/create-profile" element={<CreateProfileScreen />} />
            </Route>
            <Route element={<Door room="waiting" />}>
              <Route path="/moderation-pending" element={<WaitingScreen />} />
            </Route>
            <Route element={<Door room="member" />}>
              <Route element={<MemberLayout />}>
                <Route path="/swipe" element={<SwipeScreen />} />
                <Route path="/matches" element={<MatchesScreen />} />
                <Route path="/profile" element={<ProfileScreen />} />
              </Route>
            </Route>
          </Route>

          <Route element={<ModeratorRoom />}>
            <Route path="/moderator/login" element={<LoginScreen />} />
            <Route path="/moderator/dashboard" element={<DashboardScreen />} />
          </Route>

          <Route path="*" element={<NotFoundScreen />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

/** A screen whose script is fetched when somebody goes there. */
function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
