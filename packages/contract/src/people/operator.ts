// The wire format of the operator's calls: sign-ups, people, links without secrets, and the audit.
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';
import { queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';
import { lineOfText, requiredLine } from '../wire/text.ts';

/** The states of the approval of a person. `revoked` means that an operator withdrew the approval. */
export const approvalStates = ['pending', 'approved', 'rejected', 'revoked'] as const;
/** The state of the approval of a person. */
export const approvalStateSchema = z.enum(approvalStates);
/** The approval of a person. */
export type ApprovalState = (typeof approvalStates)[number];

/** One person in a list. `name` is the messaging ID that the operator writes to. */
export const operatorUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['member', 'operator']),
  level: z.number(),
  approval: approvalStateSchema,
  has_granted: z.boolean(),
  ref: z.string().nullable(),
  region: z.string().nullable(),
  has_second_factor: z.boolean(),
  linked_accounts: z.number(),
  running_bots: z.number(),
  created_at: z.number(),
  last_login_at: z.number().nullable(),
});
/** The operator's view of one person. */
export type OperatorUser = z.infer<typeof operatorUserSchema>;

/**
 * The query of GET /api/operator/users. The call returns the oldest sign-up first. The query `approval=pending` returns the queue of
 * sign-ups.
 */
export const operatorUsersQuerySchema = z.strictObject({
  approval: approvalStateSchema.optional(),
  search: lineOfText(contractLimits.emailLength).optional(),
  offset: queryCount({ min: 0, max: 1_000_000 }).default(0),
  limit: queryCount({ min: 1, max: contractLimits.userRows }).default(contractLimits.userRows),
});
/** A page of people. */
export const operatorUserListSchema = z.object({ items: z.array(operatorUserSchema), total: z.number() });
/** A page of people. */
export type OperatorUserList = z.infer<typeof operatorUserListSchema>;

/** The operator's view of a linked account. It has the health of the link and no key. When `offers_bots` is false, bots cannot trade on its exchange. */
const operatorLinkSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string(),
  exchange: exchangeSchema,
  offers_bots: z.boolean(),
  label: z.string(),
  environment: z.enum(['sandbox', 'demo', 'live']),
  running_bots: z.number(),
  is_connected: z.boolean(),
  created_at: z.number(),
});
/** The operator's view of one linked account. */
export type OperatorLink = z.infer<typeof operatorLinkSchema>;
/** The query of GET /api/operator/links. `search` is a part of the owner's e-mail or of the label. The call returns the oldest link first. */
export const operatorLinksQuerySchema = z.strictObject({
  search: lineOfText(contractLimits.emailLength).optional(),
  offset: queryCount({ min: 0, max: 1_000_000 }).default(0),
  limit: queryCount({ min: 1, max: contractLimits.linkRows }).default(contractLimits.linkRows),
});
/** A page of linked accounts. */
export const operatorLinkListSchema = z.object({ items: z.array(operatorLinkSchema), total: z.number() });

/**
 * One line of the audit: actor, action, subject and reason. `hash` links the line to the previous line. `actor_email` is null when the command line wrote the
 * line. An e-mail is also null when the person was deleted.
 */
const auditEntrySchema = z.object({
  id: z.number(),
  at: z.number(),
  actor_id: z.string().nullable(),
  actor_email: z.string().nullable(),
  action: z.string(),
  subject_id: z.string().nullable(),
  subject_email: z.string().nullable(),
  detail: z.string(),
  hash: z.string(),
});
/** One line of the audit. */
export type AuditEntryWire = z.infer<typeof auditEntrySchema>;

/** GET /api/operator/audit returns the newest line first. `is_intact` is false when a line was changed or is missing. */
export const auditListSchema = z.object({ items: z.array(auditEntrySchema), is_intact: z.boolean() });
/**
 * The query of GET /api/operator/audit. With `decisions` the response has no log-ins, views of lists and acts on bots. `before` is the id of the last line of the previous
 * page.
 */
export const auditQuerySchema = z.strictObject({
  subject_id: z.string().max(64).optional(),
  acts: z.enum(['decisions', 'all']).default('decisions'),
  before: queryCount({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  limit: queryCount({ min: 1, max: contractLimits.auditRows }).default(contractLimits.auditRows),
});

/** GET /api/operator/users/:id returns one person with links and audit lines. */
export const operatorUserDetailSchema = operatorUserSchema.extend({
  username: z.string(),
  consent_version: z.string().nullable(),
  consented_at: z.number().nullable(),
  links: z.array(operatorLinkSchema),
  audit: z.array(auditEntrySchema),
});
/** One person with links and audit. */
export type OperatorUserDetail = z.infer<typeof operatorUserDetailSchema>;

/** The path parameters: the id of a person. */
export const userParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** The state that the operator saw before the decision. The call returns ALREADY_DECIDED when the state has changed since then. */
const seen = approvalStateSchema.optional();
/** The body of POST …/approve. When `level` is missing, the level of the person does not change. */
export const approveRequestSchema = z.strictObject({
  reason: lineOfText(contractLimits.reasonLength).default(''),
  level: z.number().int().min(contractLimits.level.min).max(contractLimits.level.max).optional(),
  seen,
});
/** The body of POST …/reject and …/revoke. The reason is required. */
export const reasonRequestSchema = z.strictObject({
  reason: requiredLine(contractLimits.reasonLength, 'give a reason'),
  seen,
});

/** POST …/reset-link returns the link only once, and the link can set a new password only once. */
export const resetLinkResponseSchema = z.object({ path: z.string(), expires_at: z.number() });
