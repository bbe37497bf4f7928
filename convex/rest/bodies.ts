/** The bodies of REST requests. The schemas of the forms check what people type. */
import * as z from "zod";
import { messageForm, messageText } from "../shared/chat";
import {
  contactForm,
  emailForm,
  profileEditForm,
  profileForm,
  sentences,
  signInForm,
  strongPassword,
  verifyForm,
} from "../shared/forms";
import { limits } from "../shared/limits";
import { optionalNames } from "../shared/optionalFields";
import { habits, hobbies } from "../shared/options";
import { featureOf, features, products } from "../shared/prices";
import { reportKinds } from "../shared/reports";
import { recordOf } from "../shared/records";

const someId = z.string().min(1).meta({ description: "An id from this API." });
const ignored = z.unknown().optional().meta({ description: "Accepted and ignored; the server uses its own." });

export const sendOtp = emailForm.meta({ examples: [{ email: "asha@college.edu" }] });
export const verifyOtp = verifyForm.extend({
  ticket: verifyForm.shape.ticket.meta({ description: "A ticket code, if the festival asks for one." }),
});
export const login = signInForm;
export const requestReset = emailForm;
export const resetPassword = z.object({
  password: strongPassword.meta({
    description:
      "At least 8 characters, and three of: 8 characters, upper case, lower case, number, special character.",
  }),
});

const picture = z.string({ error: sentences.fillAllOnEdit }).nullish().meta({
  description:
    "The picture as a data URL (JPEG, PNG or WebP, under 3 MB). Absent, null or its current address: no change.",
});
const pictureFields = {
  profilePicture: picture,
  photoIds: profileEditForm.shape.photoIds.meta({
    description: `The ids of all pictures, ${limits.photosMax} at most, from uploads and \`photos\`; lists show the first. Absent: no change.`,
  }),
  profileCompleted: z.boolean({ error: sentences.fillAllOnEdit }).optional(),
};

/** A first profile: every field, and a picture, sent here or uploaded before. */
export const newProfile = profileForm.omit({ photoIds: true }).extend(pictureFields);

const { shape } = profileEditForm;
/** A change of a profile. Absent fields stay as they are. */
export const profileChange = z.object({
  name: shape.name.meta({ description: `At most ${limits.nameMax} characters.` }).optional(),
  age: shape.age.meta({ description: `A whole number, ${limits.ageMin} to ${limits.ageMax}.` }).optional(),
  bio: shape.bio.meta({ description: `At most ${limits.bioMax} characters, without contact details.` }).optional(),
  gender: shape.gender.optional(),
  interestedIn: shape.interestedIn,
  ageRange: shape.ageRange.meta({
    description: `The ages they want to meet, both from ${limits.ageMin} to ${limits.ageMax}. The full range means any age.`,
  }),
  festivalDays: shape.festivalDays.meta({
    description: "The festival days they attend, as dates. Shown on their card. Other dates are dropped.",
  }),
  phoneNumber: shape.phoneNumber
    .meta({
      description: "An optional plus, then 10 to 15 digits. Spaces, hyphens, dots and parentheses are removed.",
    })
    .optional(),
  instagramHandle: shape.instagramHandle
    .meta({ description: "With or without the @, or the address of the page." })
    .optional(),
  drinking: shape.drinking.meta({ description: habits.join(", ") }).optional(),
  smoking: shape.smoking.meta({ description: habits.join(", ") }).optional(),
  hobbies: shape.hobbies
    .meta({ description: `${limits.hobbiesMin} to ${limits.hobbiesMax} of ${hobbies.length}.` })
    .optional(),
  ...recordOf(optionalNames, (name) => shape[name]),
  ...pictureFields,
});

export const profileImage = z.object({
  image: z.file({ error: "Please upload an image file" }).meta({ description: "JPEG, PNG or WebP, under 3 MB." }),
  place: z
    .enum(["first", "last"], { error: "A picture's place is first or last" })
    .meta({
      description: `The place in an existing profile. first, or absent: replaces its first picture. last: after its pictures, up to ${limits.photosMax} in all.`,
    })
    .optional(),
});

export const swipe = z.object({ profileId: someId, liked: z.boolean() });
export const undo = z.object({ profileId: someId.meta({ description: "The person of the last swipe." }) });
export const respondToLike = z.object({ profileId: someId, accepted: z.boolean() });
export const unmatch = z.object({ matchId: someId });
export const sendMessage = z.object({
  matchId: someId,
  key: messageForm.shape.key.meta({ description: "Made by the sender, unique for each message." }),
  text: messageText.meta({ description: `At most ${limits.messageMax} characters.` }),
});
export const readMessages = z.object({ matchId: someId, upTo: z.number().meta({ description: "A position." }) });
export const showContacts = z.object({ matchId: someId });
export const report = z.object({
  reportedUserId: someId,
  reportedUserName: ignored,
  kind: z
    .enum(reportKinds, { error: "Please provide a reason for reporting" })
    .optional()
    .meta({ description: "One of the usual reasons. Default: other." }),
  message: z.object({ matchId: someId, position: z.number() }).optional().meta({
    description: "A message from the reported person to the reporter. Moderators see the messages around it.",
  }),
  reason: z
    .string({ error: "Please provide a reason for reporting" })
    .meta({ description: `At most ${limits.reportMax} characters; may be empty unless the kind is other.` }),
});
export const block = z.object({ profileId: someId });
const deletePhraseError = `Please type "${limits.deletePhrase}" to confirm`;
export const deleteAccount = z.object({
  verificationText: z.string({ error: deletePhraseError }).meta({ description: `Exactly: ${limits.deletePhrase}` }),
});

const featureNames = ["premium_plan", ...features] as const;
const amounts = Object.values(products).map(({ price, fullName }) => `${price.amount} for ${fullName}`);
/** `amount` and `currency` must match the server's price, so that nobody pays an unexpected price. */
export const createOrder = z
  .object({
    amount: z.number().meta({
      description: `Minor units: ${amounts.join(", ")}.`,
    }),
    currency: z.literal("INR"),
    orderId: ignored,
    customerDetails: ignored,
    orderMeta: z.object({
      feature: z.enum(featureNames).meta({ description: "premium_plan and unlimited_swipes both mean Gold." }),
      notify_url: ignored,
    }),
  })
  .refine(({ amount, orderMeta }) => amount === products[featureOf(orderMeta.feature)].price.amount);
export const verifyPayment = z.object({
  orderId: z.string({ error: "Order ID is required" }).min(1, "Order ID is required"),
});

export const moderatorLogin = signInForm.extend({
  code: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "A code from the authenticator app, or a recovery code. Needed once an app is set up." }),
});
export const processProfile = z.object({
  approved: z.boolean(),
  reason: z
    .string()
    .optional()
    .meta({ description: `Shown to the person when rejected; at most ${limits.reasonMax} characters.` }),
});

export const ticketList = z
  .string()
  .meta({ description: "A CSV file in UTF-8, with one code per line. Other columns are ignored." });

export const contact = contactForm.extend({
  to: ignored,
  appeal: z.boolean().optional().meta({
    description: "With a suspended person's token: an appeal. It counts as sent from their own address.",
  }),
});
