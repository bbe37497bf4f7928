/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as auth from "../auth.js";
import type * as authCodes from "../authCodes.js";
import type * as authKeys from "../authKeys.js";
import type * as authProofs from "../authProofs.js";
import type * as authResets from "../authResets.js";
import type * as authSessions from "../authSessions.js";
import type * as chat from "../chat.js";
import type * as contact from "../contact.js";
import type * as crons from "../crons.js";
import type * as festival from "../festival.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as incidents from "../incidents.js";
import type * as mails from "../mails.js";
import type * as matches from "../matches.js";
import type * as model_authAccounts from "../model/authAccounts.js";
import type * as model_authCodes from "../model/authCodes.js";
import type * as model_authGuesses from "../model/authGuesses.js";
import type * as model_authLines from "../model/authLines.js";
import type * as model_authProofs from "../model/authProofs.js";
import type * as model_authResets from "../model/authResets.js";
import type * as model_authSecrets from "../model/authSecrets.js";
import type * as model_authSessions from "../model/authSessions.js";
import type * as model_authTimes from "../model/authTimes.js";
import type * as model_cards from "../model/cards.js";
import type * as model_chat from "../model/chat.js";
import type * as model_chatEvidence from "../model/chatEvidence.js";
import type * as model_chatHushing from "../model/chatHushing.js";
import type * as model_chatReading from "../model/chatReading.js";
import type * as model_chatRemoval from "../model/chatRemoval.js";
import type * as model_chatThreads from "../model/chatThreads.js";
import type * as model_chatTyping from "../model/chatTyping.js";
import type * as model_contact from "../model/contact.js";
import type * as model_deck from "../model/deck.js";
import type * as model_deckCursor from "../model/deckCursor.js";
import type * as model_deckDeal from "../model/deckDeal.js";
import type * as model_deckLikers from "../model/deckLikers.js";
import type * as model_deckPartitions from "../model/deckPartitions.js";
import type * as model_festival from "../model/festival.js";
import type * as model_festivalAnnouncement from "../model/festivalAnnouncement.js";
import type * as model_festivalChanges from "../model/festivalChanges.js";
import type * as model_incidents from "../model/incidents.js";
import type * as model_incidentsMeasures from "../model/incidentsMeasures.js";
import type * as model_listSize from "../model/listSize.js";
import type * as model_mails from "../model/mails.js";
import type * as model_mailsLikes from "../model/mailsLikes.js";
import type * as model_mailsPreferences from "../model/mailsPreferences.js";
import type * as model_matches from "../model/matches.js";
import type * as model_matchesLooks from "../model/matchesLooks.js";
import type * as model_matchesNews from "../model/matchesNews.js";
import type * as model_matchesUnseen from "../model/matchesUnseen.js";
import type * as model_moderation from "../model/moderation.js";
import type * as model_moderationClaims from "../model/moderationClaims.js";
import type * as model_moderationEvidence from "../model/moderationEvidence.js";
import type * as model_moderationTrail from "../model/moderationTrail.js";
import type * as model_moderationVersions from "../model/moderationVersions.js";
import type * as model_outbox from "../model/outbox.js";
import type * as model_payments from "../model/payments.js";
import type * as model_paymentsByHand from "../model/paymentsByHand.js";
import type * as model_paymentsOrder from "../model/paymentsOrder.js";
import type * as model_paymentsPolling from "../model/paymentsPolling.js";
import type * as model_paymentsRefunds from "../model/paymentsRefunds.js";
import type * as model_paymentsRows from "../model/paymentsRows.js";
import type * as model_people from "../model/people.js";
import type * as model_peopleActs from "../model/peopleActs.js";
import type * as model_peopleExport from "../model/peopleExport.js";
import type * as model_peopleIndexing from "../model/peopleIndexing.js";
import type * as model_peoplePage from "../model/peoplePage.js";
import type * as model_peopleViews from "../model/peopleViews.js";
import type * as model_personKeys from "../model/personKeys.js";
import type * as model_photos from "../model/photos.js";
import type * as model_photosEvidence from "../model/photosEvidence.js";
import type * as model_photosRenewal from "../model/photosRenewal.js";
import type * as model_photosShown from "../model/photosShown.js";
import type * as model_profiles from "../model/profiles.js";
import type * as model_profilesPhotos from "../model/profilesPhotos.js";
import type * as model_profilesRows from "../model/profilesRows.js";
import type * as model_profilesWriting from "../model/profilesWriting.js";
import type * as model_push from "../model/push.js";
import type * as model_pushLikes from "../model/pushLikes.js";
import type * as model_pushSettings from "../model/pushSettings.js";
import type * as model_pushSubscriptions from "../model/pushSubscriptions.js";
import type * as model_pushWords from "../model/pushWords.js";
import type * as model_quota from "../model/quota.js";
import type * as model_removal from "../model/removal.js";
import type * as model_reports from "../model/reports.js";
import type * as model_reportsClosing from "../model/reportsClosing.js";
import type * as model_reportsDesk from "../model/reportsDesk.js";
import type * as model_reportsRemoval from "../model/reportsRemoval.js";
import type * as model_staff from "../model/staff.js";
import type * as model_staffActs from "../model/staffActs.js";
import type * as model_staffInvitations from "../model/staffInvitations.js";
import type * as model_staffMaking from "../model/staffMaking.js";
import type * as model_staffPresence from "../model/staffPresence.js";
import type * as model_staffSessions from "../model/staffSessions.js";
import type * as model_suspensions from "../model/suspensions.js";
import type * as model_swipes from "../model/swipes.js";
import type * as model_swipesBlock from "../model/swipesBlock.js";
import type * as model_swipesPair from "../model/swipesPair.js";
import type * as model_swipesRemoval from "../model/swipesRemoval.js";
import type * as model_swipesReturns from "../model/swipesReturns.js";
import type * as model_swipesUndo from "../model/swipesUndo.js";
import type * as model_throttle from "../model/throttle.js";
import type * as moderator from "../moderator.js";
import type * as organiser from "../organiser.js";
import type * as outbox from "../outbox.js";
import type * as payments from "../payments.js";
import type * as paymentsOrders from "../paymentsOrders.js";
import type * as paymentsPolling from "../paymentsPolling.js";
import type * as paymentsRefunds from "../paymentsRefunds.js";
import type * as people from "../people.js";
import type * as peopleExport from "../peopleExport.js";
import type * as profiles from "../profiles.js";
import type * as push from "../push.js";
import type * as reports from "../reports.js";
import type * as rest_auth from "../rest/auth.js";
import type * as rest_bodies from "../rest/bodies.js";
import type * as rest_chat from "../rest/chat.js";
import type * as rest_contact from "../rest/contact.js";
import type * as rest_docs from "../rest/docs.js";
import type * as rest_endpoint from "../rest/endpoint.js";
import type * as rest_festivalDays from "../rest/festivalDays.js";
import type * as rest_matches from "../rest/matches.js";
import type * as rest_moderator from "../rest/moderator.js";
import type * as rest_openApi from "../rest/openApi.js";
import type * as rest_payments from "../rest/payments.js";
import type * as rest_profiles from "../rest/profiles.js";
import type * as rest_reply from "../rest/reply.js";
import type * as rest_reports from "../rest/reports.js";
import type * as rest_request from "../rest/request.js";
import type * as rest_routes from "../rest/routes.js";
import type * as rest_shapes from "../rest/shapes.js";
import type * as rest_swipes from "../rest/swipes.js";
import type * as services_cashfree from "../services/cashfree.js";
import type * as services_cashfreeStatus from "../services/cashfreeStatus.js";
import type * as services_cashfreeWebhook from "../services/cashfreeWebhook.js";
import type * as services_email from "../services/email.js";
import type * as services_emailLayout from "../services/emailLayout.js";
import type * as services_emailLetters from "../services/emailLetters.js";
import type * as services_photos from "../services/photos.js";
import type * as services_photosScans from "../services/photosScans.js";
import type * as services_push from "../services/push.js";
import type * as shared_challenges from "../shared/challenges.js";
import type * as shared_chat from "../shared/chat.js";
import type * as shared_errors from "../shared/errors.js";
import type * as shared_festival from "../shared/festival.js";
import type * as shared_festivalDefaults from "../shared/festivalDefaults.js";
import type * as shared_festivalForm from "../shared/festivalForm.js";
import type * as shared_festivalPages from "../shared/festivalPages.js";
import type * as shared_festivalTexts from "../shared/festivalTexts.js";
import type * as shared_fetchDeck from "../shared/fetchDeck.js";
import type * as shared_forms from "../shared/forms.js";
import type * as shared_limits from "../shared/limits.js";
import type * as shared_lookAlikes from "../shared/lookAlikes.js";
import type * as shared_openers from "../shared/openers.js";
import type * as shared_options from "../shared/options.js";
import type * as shared_password from "../shared/password.js";
import type * as shared_paths from "../shared/paths.js";
import type * as shared_prices from "../shared/prices.js";
import type * as shared_pushServices from "../shared/pushServices.js";
import type * as shared_text from "../shared/text.js";
import type * as staff from "../staff.js";
import type * as swipes from "../swipes.js";
import type * as tables_auth from "../tables/auth.js";
import type * as tables_chat from "../tables/chat.js";
import type * as tables_festival from "../tables/festival.js";
import type * as tables_mails from "../tables/mails.js";
import type * as tables_moderator from "../tables/moderator.js";
import type * as tables_payments from "../tables/payments.js";
import type * as tables_profiles from "../tables/profiles.js";
import type * as tables_push from "../tables/push.js";
import type * as tables_staff from "../tables/staff.js";
import type * as tables_swipes from "../tables/swipes.js";
import type * as validators from "../validators.js";
import type * as validatorsChat from "../validatorsChat.js";
import type * as validatorsExport from "../validatorsExport.js";
import type * as validatorsFestival from "../validatorsFestival.js";
import type * as validatorsIncidents from "../validatorsIncidents.js";
import type * as validatorsMail from "../validatorsMail.js";
import type * as validatorsModerator from "../validatorsModerator.js";
import type * as validatorsPayments from "../validatorsPayments.js";
import type * as validatorsPeople from "../validatorsPeople.js";
import type * as validatorsPhotos from "../validatorsPhotos.js";
import type * as validatorsPush from "../validatorsPush.js";
import type * as validatorsStaff from "../validatorsStaff.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  auth: typeof auth;
  authCodes: typeof authCodes;
  authKeys: typeof authKeys;
  authProofs: typeof authProofs;
  authResets: typeof authResets;
  authSessions: typeof authSessions;
  chat: typeof chat;
  contact: typeof contact;
  crons: typeof crons;
  festival: typeof festival;
  functions: typeof functions;
  http: typeof http;
  incidents: typeof incidents;
  mails: typeof mails;
  matches: typeof matches;
  "model/authAccounts": typeof model_authAccounts;
  "model/authCodes": typeof model_authCodes;
  "model/authGuesses": typeof model_authGuesses;
  "model/authLines": typeof model_authLines;
  "model/authProofs": typeof model_authProofs;
  "model/authResets": typeof model_authResets;
  "model/authSecrets": typeof model_authSecrets;
  "model/authSessions": typeof model_authSessions;
  "model/authTimes": typeof model_authTimes;
  "model/cards": typeof model_cards;
  "model/chat": typeof model_chat;
  "model/chatEvidence": typeof model_chatEvidence;
  "model/chatHushing": typeof model_chatHushing;
  "model/chatReading": typeof model_chatReading;
  "model/chatRemoval": typeof model_chatRemoval;
  "model/chatThreads": typeof model_chatThreads;
  "model/chatTyping": typeof model_chatTyping;
  "model/contact": typeof model_contact;
  "model/deck": typeof model_deck;
  "model/deckCursor": typeof model_deckCursor;
  "model/deckDeal": typeof model_deckDeal;
  "model/deckLikers": typeof model_deckLikers;
  "model/deckPartitions": typeof model_deckPartitions;
  "model/festival": typeof model_festival;
  "model/festivalAnnouncement": typeof model_festivalAnnouncement;
  "model/festivalChanges": typeof model_festivalChanges;
  "model/incidents": typeof model_incidents;
  "model/incidentsMeasures": typeof model_incidentsMeasures;
  "model/listSize": typeof model_listSize;
  "model/mails": typeof model_mails;
  "model/mailsLikes": typeof model_mailsLikes;
  "model/mailsPreferences": typeof model_mailsPreferences;
  "model/matches": typeof model_matches;
  "model/matchesLooks": typeof model_matchesLooks;
  "model/matchesNews": typeof model_matchesNews;
  "model/matchesUnseen": typeof model_matchesUnseen;
  "model/moderation": typeof model_moderation;
  "model/moderationClaims": typeof model_moderationClaims;
  "model/moderationEvidence": typeof model_moderationEvidence;
  "model/moderationTrail": typeof model_moderationTrail;
  "model/moderationVersions": typeof model_moderationVersions;
  "model/outbox": typeof model_outbox;
  "model/payments": typeof model_payments;
  "model/paymentsByHand": typeof model_paymentsByHand;
  "model/paymentsOrder": typeof model_paymentsOrder;
  "model/paymentsPolling": typeof model_paymentsPolling;
  "model/paymentsRefunds": typeof model_paymentsRefunds;
  "model/paymentsRows": typeof model_paymentsRows;
  "model/people": typeof model_people;
  "model/peopleActs": typeof model_peopleActs;
  "model/peopleExport": typeof model_peopleExport;
  "model/peopleIndexing": typeof model_peopleIndexing;
  "model/peoplePage": typeof model_peoplePage;
  "model/peopleViews": typeof model_peopleViews;
  "model/personKeys": typeof model_personKeys;
  "model/photos": typeof model_photos;
  "model/photosEvidence": typeof model_photosEvidence;
  "model/photosRenewal": typeof model_photosRenewal;
  "model/photosShown": typeof model_photosShown;
  "model/profiles": typeof model_profiles;
  "model/profilesPhotos": typeof model_profilesPhotos;
  "model/profilesRows": typeof model_profilesRows;
  "model/profilesWriting": typeof model_profilesWriting;
  "model/push": typeof model_push;
  "model/pushLikes": typeof model_pushLikes;
  "model/pushSettings": typeof model_pushSettings;
  "model/pushSubscriptions": typeof model_pushSubscriptions;
  "model/pushWords": typeof model_pushWords;
  "model/quota": typeof model_quota;
  "model/removal": typeof model_removal;
  "model/reports": typeof model_reports;
  "model/reportsClosing": typeof model_reportsClosing;
  "model/reportsDesk": typeof model_reportsDesk;
  "model/reportsRemoval": typeof model_reportsRemoval;
  "model/staff": typeof model_staff;
  "model/staffActs": typeof model_staffActs;
  "model/staffInvitations": typeof model_staffInvitations;
  "model/staffMaking": typeof model_staffMaking;
  "model/staffPresence": typeof model_staffPresence;
  "model/staffSessions": typeof model_staffSessions;
  "model/suspensions": typeof model_suspensions;
  "model/swipes": typeof model_swipes;
  "model/swipesBlock": typeof model_swipesBlock;
  "model/swipesPair": typeof model_swipesPair;
  "model/swipesRemoval": typeof model_swipesRemoval;
  "model/swipesReturns": typeof model_swipesReturns;
  "model/swipesUndo": typeof model_swipesUndo;
  "model/throttle": typeof model_throttle;
  moderator: typeof moderator;
  organiser: typeof organiser;
  outbox: typeof outbox;
  payments: typeof payments;
  paymentsOrders: typeof paymentsOrders;
  paymentsPolling: typeof paymentsPolling;
  paymentsRefunds: typeof paymentsRefunds;
  people: typeof people;
  peopleExport: typeof peopleExport;
  profiles: typeof profiles;
  push: typeof push;
  reports: typeof reports;
  "rest/auth": typeof rest_auth;
  "rest/bodies": typeof rest_bodies;
  "rest/chat": typeof rest_chat;
  "rest/contact": typeof rest_contact;
  "rest/docs": typeof rest_docs;
  "rest/endpoint": typeof rest_endpoint;
  "rest/festivalDays": typeof rest_festivalDays;
  "rest/matches": typeof rest_matches;
  "rest/moderator": typeof rest_moderator;
  "rest/openApi": typeof rest_openApi;
  "rest/payments": typeof rest_payments;
  "rest/profiles": typeof rest_profiles;
  "rest/reply": typeof rest_reply;
  "rest/reports": typeof rest_reports;
  "rest/request": typeof rest_request;
  "rest/routes": typeof rest_routes;
  "rest/shapes": typeof rest_shapes;
  "rest/swipes": typeof rest_swipes;
  "services/cashfree": typeof services_cashfree;
  "services/cashfreeStatus": typeof services_cashfreeStatus;
  "services/cashfreeWebhook": typeof services_cashfreeWebhook;
  "services/email": typeof services_email;
  "services/emailLayout": typeof services_emailLayout;
  "services/emailLetters": typeof services_emailLetters;
  "services/photos": typeof services_photos;
  "services/photosScans": typeof services_photosScans;
  "services/push": typeof services_push;
  "shared/challenges": typeof shared_challenges;
  "shared/chat": typeof shared_chat;
  "shared/errors": typeof shared_errors;
  "shared/festival": typeof shared_festival;
  "shared/festivalDefaults": typeof shared_festivalDefaults;
  "shared/festivalForm": typeof shared_festivalForm;
  "shared/festivalPages": typeof shared_festivalPages;
  "shared/festivalTexts": typeof shared_festivalTexts;
  "shared/fetchDeck": typeof shared_fetchDeck;
  "shared/forms": typeof shared_forms;
  "shared/limits": typeof shared_limits;
  "shared/lookAlikes": typeof shared_lookAlikes;
  "shared/openers": typeof shared_openers;
  "shared/options": typeof shared_options;
  "shared/password": typeof shared_password;
  "shared/paths": typeof shared_paths;
  "shared/prices": typeof shared_prices;
  "shared/pushServices": typeof shared_pushServices;
  "shared/text": typeof shared_text;
  staff: typeof staff;
  swipes: typeof swipes;
  "tables/auth": typeof tables_auth;
  "tables/chat": typeof tables_chat;
  "tables/festival": typeof tables_festival;
  "tables/mails": typeof tables_mails;
  "tables/moderator": typeof tables_moderator;
  "tables/payments": typeof tables_payments;
  "tables/profiles": typeof tables_profiles;
  "tables/push": typeof tables_push;
  "tables/staff": typeof tables_staff;
  "tables/swipes": typeof tables_swipes;
  validators: typeof validators;
  validatorsChat: typeof validatorsChat;
  validatorsExport: typeof validatorsExport;
  validatorsFestival: typeof validatorsFestival;
  validatorsIncidents: typeof validatorsIncidents;
  validatorsMail: typeof validatorsMail;
  validatorsModerator: typeof validatorsModerator;
  validatorsPayments: typeof validatorsPayments;
  validatorsPeople: typeof validatorsPeople;
  validatorsPhotos: typeof validatorsPhotos;
  validatorsPush: typeof validatorsPush;
  validatorsStaff: typeof validatorsStaff;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};
