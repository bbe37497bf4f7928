/** The options of the profile form, and of notifications. The stored values of the form are exactly what is shown. */
export const genders = ["male", "female"] as const;
export const interests = ["male", "female", "everyone"] as const;
export const habits = ["Never", "Occasionally", "Socially", "Regularly"] as const;
/** What a phone can be told of. A user may switch each kind off. */
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
