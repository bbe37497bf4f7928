/** Every sentence of the contact screen. A second language is a second file like this one. */
export const words = {
  title: "Contact",
  lead: "Questions, worries, refunds: write to us. We reply within 48 hours.",
  appealTitle: "Your answer",
  appealText: "The organisers see that this is about your suspension. They reply to your account's address.",
  appealSubject: "My suspension",
  name: "Name",
  subject: "Subject",
  message: "Message",
  fillAll: "Please fill all required fields",
  send: "Send Message",
  sent: "Message sent successfully! We will get back to you soon.",
  isSent: "Your message is with the organisers",
  isSentText: (email: string) => `They'll reply to ${email} within 48 hours.`,
  failed: "Failed to send message. Please try again later.",
  direct: "Or write an e-mail to",
} as const;
