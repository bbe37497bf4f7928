import { useNavigate } from "react-router-dom";
import { afterGoingBack } from "../../components/useBackCloses";

export function useLeaveThread(): () => void {
  const navigate = useNavigate();
  return () => void afterGoingBack(() => void navigate("/matches", { replace: true }));
}
