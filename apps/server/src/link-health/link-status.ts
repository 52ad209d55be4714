// Computes the health of the link of an account to the exchange from measurements: comprehensive status, metrics and alerts.
import {
  expiryLevel,
  healthScore,
  metricsPeriods,
  minutesLeft,
  type ComprehensiveStatus,
  type MetricsResponse,
  type MetricsPeriod,
} from '@rondo/contract';
import type { AccountRecord, UserRecord } from '@rondo/store';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { AppContext } from '../app-context.ts';
import { alert, figureAlerts, measuredOf, shareOf, tokenAlerts, type TokenState } from './link-alerts.ts';

/** The account of a status request. `account` is null when the account has no key of ours, or no account is linked. */
export interface Watched {
  readonly account: AccountRecord | null;
  readonly accountId: string | undefined;
}

/** Returns the status of the key, the connection and the token of an account. When no account is linked, the status has only the token. */
export async function comprehensiveStatusOf(
  context: AppContext,
  user: UserRecord,
  { account, accountId }: Watched,
): Promise<ComprehensiveStatus> {
  const now = context.clock.now();
  const { level, ...oauthToken } = await tokenOf(context, user, accountId);
  if (account === null) {
    return {
      accountId: null,
      healthScore: null,
      scoreParts: null,
      fastApi: { connected: false, accountId: null, state: 'none', apiKeyInfo: null },
      websocket: { connected: false, domain: null, subscriptions: [], uptimeSeconds: 0 },
      oauthToken,
      lastUpdate: now,
    };
  }
  await context.live.see([account.id]);
  const key = await keyOf(context, account);
  const link = context.link.meters.now(account.id);
  const isReady = link?.isReady === true;
  const figures = context.link.meters.figures(account.id, metricsPeriods['1h']);
  const score =
    key.state === 'checking'
      ? null
      : healthScore({
          isKeyAccepted: key.state === 'active',
          mayWithdraw: mayWithdraw(context, account.id),
          isSocketReady: isReady,
          uptimeShare: shareOf(figures.upMs, figures.observedMs),
          apiSuccessShare: shareOf(figures.calls - figures.errors, figures.calls),
          tokenLevel: level,
        });
  return {
    accountId: account.id,
    healthScore: score?.score ?? null,
    scoreParts: score?.parts ?? null,
    fastApi: { connected: key.state === 'active', accountId: account.id, ...key },
    websocket: {
      connected: isReady,
      domain: account.domain,
      subscriptions: isReady ? ['orders', 'positions', 'account'] : [],
      uptimeSeconds: link === null || link.readySince === null ? 0 : Math.floor((now - link.readySince) / 1_000),
    },
    oauthToken,
    lastUpdate: now,
  };
}

/** Returns the figures of a period and the alerts about them. */
export async function metricsOf(
  context: AppContext,
  { user, account, accountId: watchedId }: Watched & { readonly user: UserRecord },
  period: MetricsPeriod,
): Promise<MetricsResponse> {
  const now = context.clock.now();
  const accountId = account?.id ?? '';
  if (account !== null) await context.live.see([account.id]);
  const figures = context.link.meters.figures(accountId, metricsPeriods[period]);
  const metrics = { period, ...measuredOf(figures), since: context.link.meters.now(accountId)?.since ?? now };
  const token = await tokenOf(context, user, watchedId);
  const state = account === null ? null : (await keyOf(context, account)).state;
  const { permissions = null, addresses = null } = context.live.account(accountId) ?? {};
  const isUnbound = permissions?.includes('trade') === true && addresses?.length === 0;
  const isDown = account !== null && context.link.meters.now(account.id)?.isReady === false;
  return {
    metrics,
    alerts: [
      ...tokenAlerts(token),
      ...(state === 'refused' || state === 'missing' ? [alert('critical', 'alerts.keyRefused')] : []),
      ...(mayWithdraw(context, accountId) ? [alert('critical', 'alerts.keyMayWithdraw')] : []),
      ...(isUnbound ? [alert('warning', 'alerts.keyNotBound', { days: String(tradingVenue.unboundKeyDays) })] : []),
      ...(isDown ? [alert('warning', 'alerts.socketDown')] : []),
      ...figureAlerts(figures),
    ],
  };
}

function mayWithdraw({ live }: Pick<AppContext, 'live'>, accountId: string): boolean {
  return live.account(accountId)?.permissions?.includes('withdraw') === true;
}

async function keyOf(
  context: AppContext,
  account: AccountRecord,
): Promise<Pick<ComprehensiveStatus['fastApi'], 'state' | 'apiKeyInfo'>> {
  const change = await context.store.keyChanges.open(account.id);
  const link = context.link.meters.now(account.id);
  const live = context.live.account(account.id);
  const apiKeyInfo = {
    api_key: account.maskedKey,
    perm: live?.permissions?.join(',') ?? '',
    ip: live?.addresses?.join(',') ?? '',
  };
  if (change !== null) return { state: 'missing', apiKeyInfo };
  if (link === null || link.isKeyAccepted === null) return { state: 'checking', apiKeyInfo };
  return { state: link.isKeyAccepted ? 'active' : 'refused', apiKeyInfo };
}

async function tokenOf(context: AppContext, user: UserRecord, accountId: string | undefined): Promise<TokenState> {
  const consents = await context.store.consents.listByUser(user.id);
  const consent = consents.find(
    (one) => one.kind === 'oauth' && (accountId === undefined || one.accountId === accountId),
  );
  if (consent === undefined) return { state: 'none', expiresInMinutes: null, autoRefreshEnabled: false, level: null };
  const minutes = minutesLeft(Math.floor(consent.expiresAt / 1_000), Math.floor(context.clock.now() / 1_000));
  const level = expiryLevel(minutes);
  return {
    state: level === 'normal' ? 'ok' : level,
    expiresInMinutes: Math.max(0, minutes),
    autoRefreshEnabled: consent.refreshExpiresAt !== null,
    level,
  };
}
