// The routes that export and delete the stored data of a user.
import { routes, type PersonalExport } from '@rondo/contract';
import type { AccountRecord, AuditRecord, HistoryRow, PasskeyRecord, PersonRecord, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { serve } from '../api/serve.ts';
import { isoTime } from '../bots/bot-response.ts';
import { serverLimits } from '../limits.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves GET /api/user/me/export and DELETE /api/user/me. */
export function servePersonalRecords(router: Router, context: AppContext): void {
  const { store, clock, log, link } = context;
  const cookie = refreshCookie(context.isInsecureHttp);

  serve(router, routes.exportMe, async ({ caller, reply }) => {
    requireFreshProof(caller, clock.now());
    reply.header('content-disposition', 'attachment; filename="rondo-export.json"');
    const { id } = caller.user;
    await store.audit.write({ at: clock.now(), actorId: id, action: 'user.export', subjectId: id, detail: '' });
    return collect(context, caller);
  });

  serve(router, routes.deleteMe, async ({ caller, reply }) => {
    requireFreshProof(caller, clock.now());
    const linked = await store.accounts.listByUser(caller.user.id);
    if ((await store.bots.listActive(caller.user.id)).length > 0) throw new ApiError('ACCOUNT_HAS_BOTS');
    const remaining = await deleteKeys(context, caller.user, linked);
    const result = await store.users.erase(caller.user.id, clock.now());
    if (!result.ok) throw new ApiError('ACCOUNT_HAS_BOTS');
    // The engine and the viewers use the keys of the person, so the connections of the engine and of the viewers are closed too.
    for (const { id } of linked) {
      link.viewers.closeAccount(id);
      await link.forget(id);
    }
    log.write('info', 'user.erased', { userId: caller.user.id });
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const, remaining_keys: remaining };
  });
}

/** Deletes the keys at the exchanges where a consent allows the deletion. Returns the keys that remain at their exchange, because only their owner can delete them. */
async function deleteKeys(
  context: AppContext,
  user: UserRecord,
  linked: readonly AccountRecord[],
): Promise<{ exchange: AccountRecord['exchange']; label: string; masked_key: string }[]> {
  const remaining: AccountRecord[] = [];
  for (const account of linked) {
    const { isKeyDeleted } =
      account.exchange === tradingVenue.id
        ? await context.keyCalls.disconnect({ userId: user.id, accountId: account.id })
        : { isKeyDeleted: false };
    if (!isKeyDeleted) remaining.push(account);
  }
  return remaining.map(({ exchange, label, maskedKey }) => ({ exchange, label, masked_key: maskedKey }));
}

async function collect(context: AppContext, { user, sessionId }: Caller): Promise<PersonalExport> {
  const { store, clock } = context;
  const now = clock.now();
  const [person, passkeys, sessions, logins, accounts] = await Promise.all([
    store.people.find(user.id),
    store.passkeys.list(user.id),
    store.sessions.list(user.id, now),
    store.logins.list(user.id, serverLimits.exportedLogins),
    store.accounts.listByUser(user.id),
  ]);
  const running = await store.bots.listActive(user.id);
  // A bot that ends between the two reads is in both results. The export then contains it once, as an ended bot.
  const past = await readPast(context, user.id, clock.now() + 1);
  const ended = new Set(past.map(({ botId }) => botId));
  const decisions = await readDecisions(context, user.id);
  const records = await store.people.records(user.id);
  return {
    exported_at: isoTime(now),
    profile: person === null ? {} : profileOf(person, await store.history.testimonialConsent(user.id)),
    sessions: sessions.map((session) => ({
      id: session.id,
      agent: session.agent,
      is_current: session.id === sessionId,
      is_remembered: session.isRemembered,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      ends_at: session.endsAt,
    })),
    passkeys: passkeys.map(passkeyOf),
    log_ins: logins.map(({ at, address, outcome, agent }) => ({ at: isoTime(at), address, outcome, agent })),
    exchange_accounts: await Promise.all(accounts.map((account) => exchangeAccountOf(context, account))),
    bots: [
      ...running
        .filter(({ id }) => !ended.has(id))
        .map((bot) => ({
          id: bot.id,
          name: bot.name,
          instrument: bot.instrumentId,
          config: JSON.parse(bot.config) as unknown,
          created_at: isoTime(bot.createdAt),
          ended_at: null,
          net_pnl: null,
        })),
      ...past.map((bot) => ({
        id: bot.botId,
        name: bot.name,
        instrument: bot.instrumentId,
        config: JSON.parse(bot.config) as unknown,
        created_at: isoTime(bot.startedAt),
        ended_at: isoTime(bot.endedAt),
        net_pnl: bot.netPnl,
      })),
    ],
    decisions: decisions.map((entry) => ({ at: isoTime(entry.at), action: entry.action, detail: entry.detail })),
    records: records.map(({ table, isComplete, rows }) => ({ table, is_complete: isComplete, rows: [...rows] })),
  };
}

/** Returns a passkey without its key. */
function passkeyOf({ name, isSynced, createdAt, lastUsedAt }: PasskeyRecord): Record<string, unknown> {
  const used = lastUsedAt === null ? null : isoTime(lastUsedAt);
  return { name, is_synced: isSynced, created_at: isoTime(createdAt), last_used_at: used };
}

/** Returns an account. An account that was linked by consent has a name, but no recorded permissions, tags or description. */
async function exchangeAccountOf({ store }: AppContext, account: AccountRecord): Promise<Record<string, unknown>> {
  const label = await store.accountLabels.find(account.id);
  return {
    id: account.id,
    exchange: account.exchange,
    account_name: account.label,
    uid: account.uid,
    environment: account.environment,
    domain: account.domain,
    api_key: account.maskedKey,
    position_mode: account.positionMode,
    is_testnet: label?.isTestnet ?? null,
    permissions: label === null ? null : { read: label.mayRead, trade: label.mayTrade },
    tags: label?.tags ?? [],
    description: label?.description ?? '',
    created_at: isoTime(account.createdAt),
  };
}

/**
 * Returns every finished bot of the person, newest first. A bot that ends during the read is not read, because it ends after `toAt`. Therefore a row never
 * moves to another page during the read.
 */
async function readPast({ store }: AppContext, userId: string, toAt: number): Promise<readonly HistoryRow[]> {
  const past: HistoryRow[] = [];
  for (let isMore = true; isMore;) {
    const span = { fromAt: 0, toAt, limit: serverLimits.exportPage, offset: past.length };
    const rows = await store.history.list({ userId, ...span });
    past.push(...rows);
    isMore = rows.length > 0;
  }
  return past;
}

/** Returns every decision about the person, newest first. */
async function readDecisions({ store }: AppContext, subjectId: string): Promise<readonly AuditRecord[]> {
  const decisions: AuditRecord[] = [];
  for (let isMore = true; isMore;) {
    const before = decisions.at(-1);
    const query = {
      subjectId,
      limit: serverLimits.exportPage,
      ...(before === undefined ? {} : { beforeId: before.id }),
    };
    const rows = await store.audit.list(query);
    decisions.push(...rows);
    isMore = rows.length > 0;
  }
  return decisions;
}

/** Returns the profile in the form of the API, with times in ISO format. */
function profileOf(person: PersonRecord, isShown: boolean): PersonalExport['profile'] {
  return {
    id: person.id,
    email: person.email,
    username: person.username,
    name: person.name,
    role: person.role,
    level: person.level,
    approval: person.approval,
    ref: person.ref,
    region: person.region,
    consent_version: person.consentVersion,
    consented_at: person.consentedAt === null ? null : isoTime(person.consentedAt),
    shown_as_testimonial: isShown,
    has_second_factor: person.hasSecondFactor,
    created_at: isoTime(person.createdAt),
    last_login_at: person.lastLoginAt === null ? null : isoTime(person.lastLoginAt),
  };
}
