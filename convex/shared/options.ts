/** The options of the profile form and of notifications. The form shows the stored values as they are. */
export const genders = ["male", "female"] as const;
export const interests = ["male", "female", "everyone"] as const;
export const habits = ["Never", "Occasionally", "Socially", "Regularly"] as const;
/** The kinds of notifications. A user may switch each off. */
export const pushKinds = ["match", "message", "likes", "approval", "announcement"] as const;
export const hobbies = [
  "Reading 📚",
  "Writing ✍️",
  "Gaming 🎮",
  "Music 🎵",
  "Dancing 💃",
  "Cooking 🍳",
  "Photography 📸",
  "Traveling ✈️",
  "Fitness 💪",
  "Painting 🎨",
  "Movies 🎬",
  "Sports ⚽",
  "Hiking 🏔️",
  "Singing 🎤",
  "Yoga 🧘",
  "Chess ♟️",
  "Swimming 🏊",
] as const;

export type Gender = (typeof genders)[number];
export type Interest = (typeof interests)[number];
export type Habit = (typeof habits)[number];
export type Hobby = (typeof hobbies)[number];
