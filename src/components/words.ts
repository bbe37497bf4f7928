/** The few words that components say by themselves. */
export const words = {
  close: "Close",
  showPassword: "Show password",
  hidePassword: "Hide password",
  loading: "Loading",
  goldMember: "Gold member",
  vip: "VIP",
  noPhoto: (name: string) => `${name} (the photo did not load)`,
  photoOf: (name: string) => `Photo of ${name}`,
  drinking: (habit: string) => `Drinking: ${habit}`,
  smoking: (habit: string) => `Smoking: ${habit}`,
  hobbies: "Hobbies",
  openHandle: (handle: string) => `@${handle} on Instagram`,
  copyHandle: (handle: string) => `Copy @${handle}`,
  copied: "Copied",
  notCopied: "Could not copy",
  offline: "No connection. Trying again…",
} as const;
