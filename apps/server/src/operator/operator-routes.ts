// The routes of the operator: the queue of sign-ups, people, decisions with reasons, links without secrets, and the audit.
import {
  contractLimits,
  routes,
  type AuditEntryWire,
  type OperatorLink,
  type OperatorUser,
  type OperatorUserDetail,
} from '@rondo/contract';
import type { AuditRecord, Decision, LinkRecord, PersonRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import type { Router } from '../api/router.ts';
import { createListViews } from './list-views.ts';
import type { AppContext } from '../app-context.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

/** Serves /api/operator. Each view of a person or of a list of people is recorded in the audit. */
export function serveOperator(router: Router, context: AppContext): void {
  const { store, clock } = context;
  serveLists(router, context);

  serve(router, routes.operatorUser, async ({ caller, params }) => {
    const person = await requirePerson(context, params.id);
    await store.audit.write({
      at: clock.now(),
      actorId: caller.user.id,
      action: 'user.viewed',
      subjectId: person.id,
      detail: '',
    });
    return toDetail(context, person);
  });

  serve(router, routes.approveUser, async ({ caller, params, body }) =>
    decide(context, caller, {
      userId: params.id,
      verdict: 'approve',
      ...body,
    }),
  );
  serve(router, routes.rejectUser, async ({ caller, params, body }) =>
    decide(context, caller, { userId: params.id, verdict: 'reject', ...body }),
  );
  serve(router, routes.revokeUser, async ({ caller, params, body }) =>
    decide(context, caller, { userId: params.id, verdict: 'revoke', ...body }),
  );
}

function serveLists(router: Router, context: AppContext): void {
  const { store } = context;
  const recordView = createListViews(context);

  serve(router, routes.operatorUsers, async ({ caller, query }) => {
    const { people, total } = await store.people.list({
      limit: query.limit,
      offset: query.offset,
      ...(query.approval === undefined ? {} : { approval: query.approval }),
      ...(query.search === undefined ? {} : { search: query.search }),
    });
    const filter = filterOf(query, query.approval);
    await recordView({ actorId: caller.user.id, action: 'people.listed', filter, shown: people.length, total });
    return { items: people.map(toUser), total };
  });

  serve(router, routes.operatorLinks, async ({ caller, query }) => {
    const { links, total } = await store.people.links({
      limit: query.limit,
      offset: query.offset,
      ...(query.search === undefined ? {} : { search: query.search }),
    });
    const filter = filterOf(query);
    await recordView({ actorId: caller.user.id, action: 'links.listed', filter, shown: links.length, total });
    await context.live.glance(links.map(({ id }) => id));
    return { items: links.map((link) => toLink(context, link)), total };
  });

  serve(router, routes.operatorAudit, async ({ caller, query }) => {
    const rows = await store.audit.list({
      limit: query.limit,
      isDecision: query.acts === 'decisions',
      ...(query.subject_id === undefined ? {} : { subjectId: query.subject_id }),
      ...(query.before === undefined ? {} : { beforeId: query.before }),
    });
    const parts = [query.acts, ...partOf('person', query.subject_id), ...partOf('before', query.before)];
    const view = { actorId: caller.user.id, shown: rows.length, total: null };
    await recordView({ ...view, action: 'audit.listed', filter: parts.join(', ') });
    return { items: rows.map(toAudit), is_intact: await store.audit.isIntact() };
  });
}

function partOf(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`${name} ${value}`];
}

/** Returns the filter of a query without the searched text, because the text can be an e-mail address. */
function filterOf(query: { readonly offset: number; readonly search?: string | undefined }, approval?: string): string {
  const parts = [
    approval,
    query.search === undefined ? undefined : 'search',
    query.offset > 0 ? `from ${query.offset}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

async function decide(
  context: AppContext,
  caller: Caller,
  decision: Omit<Decision, 'actorId' | 'now'>,
): Promise<OperatorUser> {
  const { store, clock, log } = context;
  requireFreshProof(caller, clock.now());
  if (decision.userId === caller.user.id) throw new ApiError('OWN_ACCOUNT');
  // An operator alone must not be able to lock out the other operators.
  const { role } = await requirePerson(context, decision.userId);
  if (role === 'operator' && decision.verdict !== 'approve') throw new ApiError('FORBIDDEN');
  const result = await store.people.decide({ ...decision, actorId: caller.user.id, now: clock.now() });
  if (!result.ok) throw new ApiError(result.refusal === 'decided' ? 'ALREADY_DECIDED' : 'NOT_FOUND');
  log.write('info', 'user.decided', { userId: decision.userId, verdict: decision.verdict, by: caller.user.id });
  return toUser(result.person);
}

async function requirePerson({ store }: AppContext, userId: string): Promise<PersonRecord> {
  const person = await store.people.find(userId);
  if (person === null) throw new ApiError('NOT_FOUND');
  return person;
}

async function toDetail(context: AppContext, person: PersonRecord): Promise<OperatorUserDetail> {
  const { links } = await context.store.people.links({ userId: person.id, limit: contractLimits.linkRows, offset: 0 });
  await context.live.glance(links.map(({ id }) => id));
  const audit = await context.store.audit.list({ subjectId: person.id, limit: contractLimits.auditRows });
  return {
    ...toUser(person),
    username: person.username,
    consent_version: person.consentVersion,
    consented_at: person.consentedAt,
    links: links.map((link) => toLink(context, link)),
    audit: audit.map(toAudit),
  };
}

function toLink({ live }: AppContext, link: LinkRecord): OperatorLink {
  return {
    id: link.id,
    user_id: link.userId,
    email: link.email,
    exchange: link.exchange,
    offers_bots: link.exchange === tradingVenue.id,
    label: link.label,
    environment: link.environment,
    running_bots: link.runningBots,
    is_connected: live.isRead(link.id),
    created_at: link.createdAt,
  };
}

function toUser(person: PersonRecord): OperatorUser {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    role: person.role,
    level: person.level,
    approval: person.approval,
    has_granted: person.approval === 'approved',
    ref: person.ref,
    region: person.region,
    has_second_factor: person.hasSecondFactor,
    linked_accounts: person.linkedAccounts,
    running_bots: person.runningBots,
    created_at: person.createdAt,
    last_login_at: person.lastLoginAt,
  };
}

function toAudit(record: AuditRecord): AuditEntryWire {
  return {
    id: record.id,
    at: record.at,
    actor_id: record.actorId,
    actor_email: record.actorEmail,
    action: record.action,
    subject_id: record.subjectId,
    subject_email: record.subjectEmail,
    detail: record.detail,
    hash: record.hash,
  };
}
