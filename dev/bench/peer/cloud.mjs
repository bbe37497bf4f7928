/**
 * The product's rules for swipes and approvals as cloud code of Parse Server, following its guide. Unique fields in the database decide who
 * was first, access lists decide who gets updates, and only cloud code writes.
 */

/** Swipes per day, far more than the bench makes. */
const QUOTA = 1_000_000;
const master = { useMasterKey: true };
const cloudOnly = {
  get: {},
  find: {},
  count: {},
  create: {},
  update: {},
  delete: {},
  addField: {},
  protectedFields: {},
};
const readable = { ...cloudOnly, get: { requiresAuthentication: true }, find: { requiresAuthentication: true } };
const person = { type: "Pointer", targetClass: "_User", required: true };

export const classes = [
  {
    className: "Swipe",
    fields: { from: person, to: person, liked: { type: "Boolean" } },
    classLevelPermissions: cloudOnly,
  },
  { className: "Match", fields: { pair: { type: "String" }, a: person, b: person }, classLevelPermissions: readable },
  { className: "Profile", fields: { user: person, status: { type: "String" } }, classLevelPermissions: readable },
  {
    className: "Quota",
    fields: { user: person, day: { type: "String" }, used: { type: "Number" } },
    classLevelPermissions: cloudOnly,
  },
  {
    className: "_User",
    fields: { gender: { type: "String" }, status: { type: "String" }, gold: { type: "Boolean" } },
    classLevelPermissions: { ...cloudOnly, create: { "*": true } },
  },
];

/** Classes and their fields that are unique together. */
export const unique = [
  ["Swipe", ["from", "to"]],
  ["Match", ["pair"]],
  ["Quota", ["user", "day"]],
];

/** Classes that clients may subscribe to. */
export const live = ["Match", "Profile"];

export function cloud(parse) {
  const refuse = (message) => new parse.Error(parse.Error.VALIDATION_ERROR, message);
  const isDuplicate = (error) => error.code === parse.Error.DUPLICATE_VALUE;

  parse.Cloud.define(
    "swipe",
    async ({ user, params: { profileId, liked } }) => {
      if (user.get("status") !== "approved") throw refuse("Not a member");
      const other = await new parse.Query("_User").get(profileId, master);
      if (other.get("status") !== "approved" || other.get("gender") === user.get("gender")) throw refuse("Not dealt");
      if (user.get("gold") !== true) await spend(user);
      try {
        await new parse.Object("Swipe").save({ from: user, to: other, liked }, master);
      } catch (error) {
        throw isDuplicate(error) ? refuse("Decided before") : error;
      }
      return { match: liked && (await isLiked(other, user)) && (await createMatch(user, other)) };
    },
    {
      requireUser: true,
      fields: { profileId: { required: true, type: String }, liked: { required: true, type: Boolean } },
    },
  );

  parse.Cloud.define(
    "decide",
    async ({ params: { id, approved } }) => {
      const profile = await new parse.Query("Profile").get(id, master);
      if (profile.get("status") !== "pending") throw refuse("Decided before");
      await profile.save({ status: approved ? "approved" : "rejected" }, master);
    },
    {
      requireUser: true,
      requireAnyUserRoles: ["moderator"],
      fields: { id: { required: true, type: String }, approved: { required: true, type: Boolean } },
    },
  );

  /** Creates one match even if both like each other at the same time: each checks after saving their own swipe. */
  async function createMatch(a, b) {
    const acl = new parse.ACL();
    for (const user of [a, b]) acl.setReadAccess(user.id, true);
    const match = new parse.Object("Match");
    match.setACL(acl);
    const pair = [a.id, b.id].sort().join(" ");
    await match.save({ pair, a, b }, master).catch((error) => {
      if (!isDuplicate(error)) throw error;
    });
    return true;
  }

  async function isLiked(from, to) {
    const likes = new parse.Query("Swipe").equalTo("from", from).equalTo("to", to).equalTo("liked", true);
    return (await likes.first(master)) !== undefined;
  }

  async function spend(user) {
    const day = new Date().toISOString().slice(0, 10);
    const row = await new parse.Query("Quota").equalTo("user", user).equalTo("day", day).first(master);
    const increment = { __op: "Increment", amount: 1 };
    const spent = await (row ?? new parse.Object("Quota")).save(
      row ? { used: increment } : { user, day, used: 1 },
      master,
    );
    if (spent.get("used") > QUOTA) throw refuse("No swipes left");
  }
}
