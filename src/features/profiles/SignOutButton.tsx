import { LogOut } from "lucide-react";
import { Button, type ButtonLook } from "../../components/Button";
import { useSignOut } from "./useSignOut";
import { ownWords as words } from "./ownWords";

export function SignOutButton({ look = "quiet" }: { look?: ButtonLook }) {
  const signOut = useSignOut();

  return (
    <Button look={look} onClick={() => void signOut()}>
      <LogOut aria-hidden className="size-5" />
      {words.signOut}
    </Button>
  );
}
