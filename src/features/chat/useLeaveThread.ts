import { useNavigate } from "react-router-dom";
import { afterGoingBack } from "../../components/useBackCloses";

/** Leads from a thread that is over to the matches. */
export function useLeaveThread(): () => void {
  const navigate = useNavigate();
  return () => void afterGoingBack(() => void navigate("/matches", { replace: true }));
}
