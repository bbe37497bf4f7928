import { ConvexProvider, ConvexReactClient } from "convex/react";
import { useEffect, useState, type FormEvent } from "react";
import { problemOfKey } from "./admin";
import { Shell } from "./Shell";
import { Button, input, Labelled, Problem } from "./ui";

/** The storage key of this tab's admin key, which is stored nowhere else. */
const KEY = "adminKey";

export function App() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isChecking, setChecking] = useState(sessionStorage.getItem(KEY) !== null);
  useEffect(() => {
    const storedKey = sessionStorage.getItem(KEY);
    if (storedKey === null) return;
    void problemOfKey(storedKey).then((problem) => {
      if (problem === null) setOpened((current) => current ?? openWith(storedKey));
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

/** The admin method, which the published types omit. */
type AdminClient = ConvexReactClient & { setAdminAuth(key: string): void };

function KeyForm({ open }: { open: (key: string) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Accepts the key as copied from the console or an env file.
    const key = text
      .trim()
      .replace(/^CONVEX_SELF_HOSTED_ADMIN_KEY=/, "")
      .replace(/^'(.*)'$/, "$1");
    const keyProblem = await problemOfKey(key);
    setProblem(keyProblem);
    if (keyProblem === null) open(key);
  };
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-5">
      <h1 className="text-lg font-semibold">Dashboard of {location.host}</h1>
      <form onSubmit={(event) => void submit(event)} className="grid gap-3">
        <Labelled label="Admin key">
          <input
            className={`${input} font-mono`}
            type="password"
            autoComplete="off"
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Labelled>
        {problem !== null && <Problem error={problem} />}
        <Button type="submit" variant="main">
          Open
        </Button>
      </form>
      <p className="text-soft">
        The deployment prints the key, or where it is, when it starts. A project has it as CONVEX_SELF_HOSTED_ADMIN_KEY.
        It stays in this tab until you close it.
      </p>
    </main>
  );
}
