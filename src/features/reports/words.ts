/** What the report form says. */
export const words = {
  title: (name: string) => `Report ${name}`,
  text: "You will not meet again. Moderators read what you write; the person is never told who reported them.",
  reason: "Reason",
  counter: (typed: number, most: number) => `${typed} of ${most}`,
  submit: "Submit Report",
  cancel: "Cancel",
  missing: "Please provide a reason for reporting",
  submitted: "Report submitted successfully",
  failed: "Failed to submit report. Please try again.",
} as const;
