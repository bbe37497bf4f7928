import { useNavigate } from "react-router-dom";
import { leaveLayers } from "../../components/useBackCloses";

export function useLeaveThread(): () => void {
  const navigate = useNavigate();
  return () => void leaveLayers(() => void navigate("/matches", { replace: true }));
}
