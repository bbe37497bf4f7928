import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { NotFoundScreen } from "./features/pages/NotFoundScreen";
import { lazyPart } from "./lib/lazyPart";

const ModeratorSession = lazyPart("ModeratorSession", () => import("./session/ModeratorSession"));
const LoginScreen = lazyPart("LoginScreen", () => import("./features/moderator/LoginScreen"));
const DashboardScreen = lazyPart("DashboardScreen", () => import("./features/moderator/DashboardScreen"));
const JoinScreen = lazyPart("JoinScreen", () => import("./features/staff/JoinScreen"));
const SecurityScreen = lazyPart("SecurityScreen", () => import("./features/staff/SecurityScreen"));
const DoorScreen = lazyPart("DoorScreen", () => import("./features/door/DoorScreen"));
const OrganiserLayout = lazyPart("OrganiserLayout", () => import("./features/organiser/OrganiserLayout"));
const TodayScreen = lazyPart("TodayScreen", () => import("./features/organiser/today/TodayScreen"));
const PeopleScreen = lazyPart("PeopleScreen", () => import("./features/organiser/people/PeopleScreen"));
const PersonScreen = lazyPart("PersonScreen", () => import("./features/organiser/people/PersonScreen"));
const TicketsScreen = lazyPart("TicketsScreen", () => import("./features/organiser/tickets/TicketsScreen"));
const MoneyScreen = lazyPart("MoneyScreen", () => import("./features/organiser/money/MoneyScreen"));
const StaffScreen = lazyPart("StaffScreen", () => import("./features/organiser/staff/StaffScreen"));
const FestivalScreen = lazyPart("FestivalScreen", () => import("./features/organiser/festival/FestivalScreen"));

/** Every URL of moderators and organisers, top to bottom. */
export function StaffScreens() {
  return (
    <Routes>
      <Route element={<ModeratorSession />}>
        <Route path="/moderator/login" element={<LoginScreen />} />
        <Route path="/moderator/dashboard" element={<DashboardScreen />} />
        <Route path="/staff" element={<JoinScreen />} />
        <Route path="/staff/security" element={<SecurityScreen />} />
        <Route path="/organiser/door" element={<DoorScreen />} />
        <Route element={<OrganiserLayout />}>
          <Route path="/organiser" element={<TodayScreen />} />
          <Route path="/organiser/people" element={<PeopleScreen />} />
          <Route path="/organiser/people/:id" element={<PersonScreen />} />
          <Route path="/organiser/tickets" element={<TicketsScreen />} />
          <Route path="/organiser/money" element={<MoneyScreen />} />
          <Route path="/organiser/staff" element={<StaffScreen />} />
          <Route path="/organiser/festival" element={<FestivalScreen />} />
          <Route path="/organiser/numbers" element={<Moved to="/organiser" hash="#numbers" />} />
          <Route path="/organiser/close" element={<Moved to="/organiser/festival" hash="#close" />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

/** Redirects the URL of a former screen to the screen that contains it now. */
function Moved({ to, hash }: { to: string; hash: string }) {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: to, search, hash }} />;
}
