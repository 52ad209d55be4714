// The access checks: the session of a Bearer token, the approval by an operator, and the budgets per caller.
import type { FastifyRequest } from 'fastify';
import type { ApiRoute, VenueName } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import type { AccountRecord, Callers, UserRecord } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { subscriberOf } from '../people/network-of.ts';
import { ApiError } from './api-error.ts';
import { createCallCounts } from '../edge/call-counts.ts';
import type { HostList } from './host-list.ts';

export interface Caller {
  readonly user: UserRecord;
  /** The linked accounts of the caller, oldest first. */
  readonly accounts: readonly AccountRecord[];
  readonly sessionId: string;
  /** The time of the last password check. Sensitive calls need a recent check. */
  readonly provedAt: number;
  /** The time of the last check of the second factor, or null when the session was opened without a second factor. */
  readonly secondFactorAt: number | null;
}

export interface Guards {
  /** Throws 401, 403 or 429 when the caller may not call the route. After a successful check, `callerOf` returns the caller when the route needs a caller. */
  admit(request: FastifyRequest, route: Pick<ApiRoute, 'access' | 'path'>): Promise<void>;
  callerOf(request: FastifyRequest): Caller | null;
}

export interface GuardDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly venue: VenueName;
  readonly hostList: HostList;
  readonly store: { readonly callers: Callers };
}

/** The paths to which other programs send messages. */
const hookPath = '/hooks/';

/** Creates the access checks. A log-out or a withdrawn approval in this process takes effect on the next call. */
export function createGuards({ clock, store, venue, hostList }: GuardDeps): Guards {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const ofAddress = createCallCounts({ points: serverLimits.callsPerMinute, seconds: 60 });
  // Messages of other programs have a budget of their own, so that a flood of them does not refuse the calls of the app, and the reverse.
  const ofSender = createCallCounts({ points: serverLimits.hookCallsPerMinute, seconds: 60 });
  const ofPerson = createCallCounts({ points: serverLimits.callsPerPersonPerMinute, seconds: 60 });
  return {
    callerOf: (request) => callers.get(request) ?? null,
    async admit(request, { access, path }) {
      refuseForeignOrigin(hostList, request);
      (path.startsWith(hookPath) ? ofSender : ofAddress).spend(subscriberOf(request.ip));
      if (access === 'public' || access === 'cookie') return;
      const token = bearerToken(request);
      if (token === null) throw new ApiError('TOKEN_INVALID');
      const found = await store.callers.find(token, clock.now());
      if (found === null) throw new ApiError('TOKEN_EXPIRED');
      const { session, user, accounts } = found;
      ofPerson.spend(user.id);
      if (access === 'operator' && user.role !== 'operator') throw new ApiError('FORBIDDEN');
      // The approval of an operator can be withdrawn, so the role operator is not enough for access.
      if (access !== 'session' && !user.hasGranted) throw new ApiError('NOT_GRANTED');
      const caller = {
        user,
        accounts,
        sessionId: session.sessionId,
        provedAt: session.provedAt,
        secondFactorAt: session.secondFactorAt,
      };
      if (access === 'operator') requireSecondFactor({ venue }, caller);
      callers.set(request, caller);
    },
  };
}

/** Throws REAUTH_REQUIRED when the last password check is older than `proofMs`. */
export function requireFreshProof(caller: Caller, now: number): void {
  if (now - caller.provedAt > serverLimits.proofMs) throw new ApiError('REAUTH_REQUIRED');
}

/** Throws SECOND_FACTOR_REQUIRED when this session has no second factor. The sandbox requires no second factor (decision 22). */
export function requireSecondFactor({ venue }: Pick<GuardDeps, 'venue'>, caller: Caller): void {
  if (venue !== 'sandbox' && caller.secondFactorAt === null) throw new ApiError('SECOND_FACTOR_REQUIRED');
}

/** Throws REAUTH_REQUIRED or SECOND_FACTOR_REQUIRED when the caller may not create or replace a key now. */
export function requireProofOfKeys(context: Pick<GuardDeps, 'clock' | 'venue'>, caller: Caller): void {
  requireFreshProof(caller, context.clock.now());
  requireSecondFactor(context, caller);
}

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Throws FORBIDDEN when a page of another origin has sent the request. A browser adds the origin to every request that changes data. Source: reliability 5.3
 * item 30.
 */
function refuseForeignOrigin(hostList: HostList, request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
  if (!hostList.allowsOrigin(origin, host)) throw new ApiError('FORBIDDEN');
}
