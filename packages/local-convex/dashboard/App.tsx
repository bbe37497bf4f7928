import { ConvexProvider, ConvexReactClient } from "convex/react";
import { useEffect, useState } from "react";
import { problemOfKey } from "./admin";
import { KeyForm } from "./KeyForm";
import { Shell } from "./Shell";

/** The storage key of this tab's admin key, which is stored nowhere else. */
const KEY = "adminKey";

export function App() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isChecking, setChecking] = useState(sessionStorage.getItem(KEY) !== null);
  useEffect(() => {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    void problemOfKey(kept).then((problem) => {
      if (problem === null) setOpened((known) => known ?? openWith(kept));
      setChecking(false);
    });
  }, []);
  const open = (key: string) => {
    sessionStorage.setItem(KEY, key);
    setOpened(openWith(key));
  };
  const close = () => {
    sessionStorage.removeItem(KEY);
    void opened?.client.close();
    setOpened(null);
  };
  if (opened === null) return isChecking ? null : <KeyForm open={open} />;
  return (
    <ConvexProvider client={opened.client}>
      <Shell adminKey={opened.key} close={close} />
    </ConvexProvider>
  );
}

interface Opened {
  key: string;
  client: ConvexReactClient;
}

function openWith(key: string): Opened {
  const client = new ConvexReactClient(location.origin, { unsavedChangesWarning: false }) as AdminClient;
  client.setAdminAuth(key);
  return { key, client };
}

/** A method for admins, which the published types leave out. */
type AdminClient = ConvexReactClient & { setAdminAuth(key: string): void };
