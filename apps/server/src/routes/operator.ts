// The operator's calls: the queue, people, decisions with reasons, links without secrets, and the audit.
import {
  contractLimits,
  routes,
  type AuditEntry,
  type OperatorLink,
  type OperatorUser,
  type OperatorUserDetail,
} from '@rondo/contract';
import type { AccountRecord, AuditRecord, Decision, PersonRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { Caller } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import type { Parts, Serving } from '../parts.ts';

/** Serves /api/operator. Looking at a person is itself a line of the audit. */
export function serveOperator(serving: Serving, parts: Parts): void {
  const { store, clock } = parts;

  serve(serving, routes.operatorUsers, async ({ query }) => {
    const { people, total } = await store.people.list({
      limit: query.limit,
      offset: query.offset,
      ...(query.approval === undefined ? {} : { approval: query.approval }),
      ...(query.search === undefined ? {} : { search: query.search }),
    });
    return { items: people.map(toUser), total };
  });

  serve(serving, routes.operatorUser, async ({ caller, params }) => {
    const person = await requirePerson(parts, params.id);
    await store.audit.write({
      at: clock.now(),
      actorId: caller.user.id,
      action: 'user.viewed',
      subjectId: person.id,
      detail: '',
    });
    return toDetail(parts, person);
  });

  serve(serving, routes.approveUser, async ({ caller, params, body }) =>
    decide(parts, caller, {
      userId: params.id,
      verdict: 'approve',
      reason: body.reason,
      ...(body.level === undefined ? {} : { level: body.level }),
    }),
  );
  serve(serving, routes.rejectUser, async ({ caller, params, body }) =>
    decide(parts, caller, { userId: params.id, verdict: 'reject', reason: body.reason }),
  );
  serve(serving, routes.revokeUser, async ({ caller, params, body }) =>
    decide(parts, caller, { userId: params.id, verdict: 'revoke', reason: body.reason }),
  );

  serve(serving, routes.operatorLinks, async () => {
    const accounts = await store.accounts.listAll();
    return { items: await Promise.all(accounts.map((account) => toLink(parts, account))) };
  });

  serve(serving, routes.operatorAudit, async ({ query }) => {
    const rows = await store.audit.list({
      limit: query.limit,
      ...(query.subject_id === undefined ? {} : { subjectId: query.subject_id }),
      ...(query.before === undefined ? {} : { beforeId: query.before }),
    });
    return { items: rows.map(toAudit), is_intact: await store.audit.isIntact() };
  });
}

async function decide(
  { store, clock, log }: Parts,
  caller: Caller,
  decision: Omit<Decision, 'actorId' | 'now'>,
): Promise<OperatorUser> {
  if (decision.userId === caller.user.id) throw new ApiError('OWN_ACCOUNT');
  const result = await store.people.decide({ ...decision, actorId: caller.user.id, now: clock.now() });
  if (!result.ok) throw new ApiError('NOT_FOUND');
  log.write('info', 'user.decided', { userId: decision.userId, verdict: decision.verdict, by: caller.user.id });
  return toUser(result.person);
}

async function requirePerson({ store }: Parts, userId: string): Promise<PersonRecord> {
  const person = await store.people.find(userId);
  if (person === null) throw new ApiError('NOT_FOUND');
  return person;
}

async function toDetail(parts: Parts, person: PersonRecord): Promise<OperatorUserDetail> {
  const accounts = await parts.store.accounts.listByUser(person.id);
  const audit = await parts.store.audit.list({ subjectId: person.id, limit: contractLimits.auditRows });
  return {
    ...toUser(person),
    username: person.username,
    consent_version: person.consentVersion,
    consented_at: person.consentedAt,
    links: await Promise.all(accounts.map((account) => toLink(parts, account))),
    audit: audit.map(toAudit),
  };
}

async function toLink(parts: Parts, account: AccountRecord): Promise<OperatorLink> {
  const owner = await parts.store.users.findById(account.userId);
  const running = await parts.store.bots.listActiveOfAccount(account.id);
  return {
    id: account.id,
    user_id: account.userId,
    email: owner?.email ?? '',
    exchange: account.exchange,
    label: account.label,
    environment: account.environment,
    running_bots: running.length,
    is_connected: (parts.live.account(account.id)?.balance ?? null) !== null,
    created_at: account.createdAt,
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

function toAudit(record: AuditRecord): AuditEntry {
  return {
    id: record.id,
    at: record.at,
    actor_id: record.actorId,
    action: record.action,
    subject_id: record.subjectId,
    detail: record.detail,
    hash: record.hash,
  };
}
