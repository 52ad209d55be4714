// Renews the tokens of consents before they expire. Two renewals of one token never overlap, also when two nodes begin them.
import { recover, type RecoveryAttempt } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import type { ConsentRecord, Consents, Jobs } from '@rondo/store';
import { serverLimits } from '../../../limits.ts';
import { causeOf } from '../../../ops/log.ts';
import { schedule, type Schedule } from '../../../async/scheduler.ts';
import type { Renewal, TokenKeeper } from '../../../link/link-context.ts';
import type { ConsentClient, LinkSites } from '../../venue.ts';
import { toConsentTokens } from './consent-tokens.ts';

export interface TokenKeeperDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly consents: Consents;
  readonly jobs: Jobs;
  readonly oauth: ConsentClient | null;
  readonly sites: LinkSites;
}

/** Renews each token `renewBeforeMs` before it expires. A failed renewal is retried at the times of the recovery table. */
export function createTokenKeeper(deps: TokenKeeperDeps): TokenKeeper {
  const { clock, log } = deps;
  const running = new Map<string, Promise<Renewal>>();
  let checks: Schedule | null = null;
  const renew = (consent: ConsentRecord): Promise<Renewal> => {
    const known = running.get(consent.id);
    if (known !== undefined) return known;
    const work = renewClaimed(deps, consent).finally(() => running.delete(consent.id));
    running.set(consent.id, work);
    return work;
  };
  const wait = (delayMs: number): Promise<void> => new Promise((resolve) => void clock.after(delayMs, () => resolve()));
  const renewDue = async (): Promise<void> => {
    // One node looks for tokens to renew in each period.
    if (!(await deps.jobs.claim('tokens', serverLimits.tokenCheckMs))) return;
    const due = await deps.consents.listRenewable(clock.now() + serverLimits.renewBeforeMs);
    await Promise.all(
      due.map(async (consent) => {
        const result = await recover(async () => toAttempt(await renew(consent)), wait);
        log.write(result.ok ? 'info' : 'warn', result.ok ? 'token.renewed' : 'token.renewal_failed', {
          accountId: consent.accountId,
        });
      }),
    );
  };
  return {
    renew,
    start() {
      checks = schedule(clock, {
        everyMs: serverLimits.tokenCheckMs,
        work: renewDue,
        onError: (error) => log.write('warn', 'token.look_failed', { cause: causeOf(error) }),
      });
    },
    stop: () => void checks?.stop(),
  };
}

// `recover` retries TOKEN_EXPIRED and not TOKEN_INVALID, so only the kind `failed`, which may be temporary, is retried.
function toAttempt(renewal: Renewal): RecoveryAttempt<number> {
  if (renewal.kind === 'renewed') return { ok: true, value: renewal.expiresAt };
  return { ok: false, code: renewal.kind === 'failed' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID' };
}

/** A refresh token can be used once, so only the node that has claimed the consent sends a renewal. */
async function renewClaimed(deps: TokenKeeperDeps, consent: ConsentRecord): Promise<Renewal> {
  const claim = `token of ${consent.id}`;
  if (!(await deps.jobs.claim(claim, serverLimits.renewalClaimMs)))
    return (await renewedElsewhere(deps, consent)) ?? { kind: 'failed' };
  try {
    return await renewOnce(deps, consent);
  } finally {
    await deps.jobs.release(claim);
  }
}

/** Returns the renewal of another node, or null when no other node has renewed the consent. */
async function renewedElsewhere(
  { consents }: Pick<TokenKeeperDeps, 'consents'>,
  { id, accountId, kind, expiresAt }: ConsentRecord,
): Promise<Renewal | null> {
  const now = await consents.find(accountId, kind);
  return now !== null && now.id === id && now.expiresAt > expiresAt
    ? { kind: 'renewed', expiresAt: now.expiresAt }
    : null;
}

async function renewOnce({ clock, consents, oauth, sites }: TokenKeeperDeps, consent: ConsentRecord): Promise<Renewal> {
  const origin = sites.originOf(consent.domain);
  if (oauth === null || origin === null) return { kind: 'failed' };
  const { refreshToken } = await consents.unwrap(consent.id);
  if (refreshToken === null) return { kind: 'expired' };
  const result = await oauth.renew(origin, refreshToken.reveal());
  if (result.kind === 'done') {
    const tokens = toConsentTokens(result.value, clock.now());
    await consents.renew(consent.id, tokens);
    return { kind: 'renewed', expiresAt: tokens.expiresAt };
  }
  if (result.kind === 'unknown' || !['53002', '53003', '53012'].includes(result.code)) return { kind: 'failed' };
  // A node whose claim has ended may have renewed the token at the same time. Then the refresh token was already used, and the consent is still valid.
  const elsewhere = await renewedElsewhere({ consents }, consent);
  if (elsewhere !== null) return elsewhere;
  await consents.expire(consent.id, clock.now());
  return { kind: result.code === '53003' ? 'invalid' : 'expired' };
}
