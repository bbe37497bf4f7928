import { LogOut } from "lucide-react";
import { useTransition } from "react";
import { Button, type ButtonLook } from "../../components/Button";
import { useSignOut } from "./useSignOut";
import { words } from "./words";

export function SignOutButton({ look = "quiet" }: { look?: ButtonLook }) {
  const signOut = useSignOut();
  const [isSigningOut, startSigningOut] = useTransition();

  return (
    <Button look={look} busy={isSigningOut} onClick={() => startSigningOut(signOut)}>
      <LogOut aria-hidden className="size-5" />
      {words.signOut}
    </Button>
  );
}
