import { useState, type FormEvent } from "react";
import { problemOfKey } from "./admin";
import { Button, input, Labelled, Problem } from "./ui";

export function KeyForm({ open }: { open: (key: string) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Accepts the key as copied from the console or an env file.
    const key = text
      .trim()
      .replace(/^CONVEX_SELF_HOSTED_ADMIN_KEY=/, "")
      .replace(/^'(.*)'$/, "$1");
    const found = await problemOfKey(key);
    setProblem(found);
    if (found === null) open(key);
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
        {problem !== null && <Problem of={problem} />}
        <Button type="submit" look="main">
          Open
        </Button>
      </form>
      <p className="text-soft">
        Starting the deployment prints the key, or where it is; a project has it as CONVEX_SELF_HOSTED_ADMIN_KEY. It
        stays in this tab until you close it.
      </p>
    </main>
  );
}
