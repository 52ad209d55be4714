// Callers of every kind for tests that run over the route table. Each caller has a separate session, so a call of one caller cannot end the session of another caller.
import type { InjectOptions } from 'fastify';
import type { ApiRoute } from '@rondo/contract';
import { consentVersion, serverLimits } from '../src/limits.ts';
import type { TestWorld } from './_world.ts';

export const callerKinds = ['visitor', 'expired', 'pending', 'member', 'otherMember', 'operator'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** The fields of a sign-up that accept the rules of the service (decision 55). */
export const signUpFields = {
  ref: '111111',
  consents: { terms: true, privacy: true, version: consentVersion },
  is_adult: true,
  region: 'KR',
};

/** Creates another approved member, who owns no data. Tests call the routes as this member with ids that belong to the first member. */
export async function createOtherMember(world: TestWorld): Promise<void> {
  const email = 'othermember@rondo.test';
  const { store, clock } = world.context;
  await store.users.create({
    email,
    username: email,
    name: 'Other member',
    passwordHash: 'none',
    hasGranted: true,
    now: clock.now(),
  });
}

const known = new Map<CallerKind, { readonly sessionId: string; readonly accessToken: string }>();

/** Returns the headers of a session of this kind. The last password check of the session is old, so the server refuses sensitive calls. */
export async function headersOf(world: TestWorld, kind: CallerKind): Promise<Readonly<Record<string, string>>> {
  if (kind === 'visitor') return {};
  const { store, clock } = world.context;
  // An earlier call may have ended the session. Then a new session is opened.
  const before = known.get(kind);
  if (before !== undefined && (kind === 'expired' || (await store.sessions.isLive(before.sessionId, clock.now()))))
    return { authorization: `Bearer ${before.accessToken}` };
  const email = `${kind === 'expired' ? 'member' : kind.toLowerCase()}@rondo.test`;
  const user = await store.users.findByEmail(email);
  const now = clock.now();
  const tokens = await store.sessions.create({ userId: user?.id ?? '', remember: false, now });
  await store.sessions.prove(tokens.sessionId, { now: now - serverLimits.proofMs - 1, withSecondFactor: false });
  known.set(kind, tokens);
  if (kind === 'expired') await store.sessions.revoke(tokens.sessionId, now);
  return { authorization: `Bearer ${tokens.accessToken}` };
}

let calls = 0;
/** Returns a different address for each call, so that the call budget of an address never refuses a call. */
export function freshAddress(): string {
  calls += 1;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Builds one call of a route with the parameters of the path, the query and the body. */
export function callOf(
  row: ApiRoute,
  given: { readonly id?: string; readonly query?: string; readonly payload?: unknown },
) {
  const path = row.path.replaceAll(/:\w+/g, () => encodeURIComponent(given.id ?? 'nothing'));
  const options: InjectOptions = {
    method: row.method,
    url: `${path}${given.query ?? ''}`,
    remoteAddress: freshAddress(),
  };
  if (given.payload === undefined) return options;
  return { ...options, payload: JSON.stringify(given.payload), headers: { 'content-type': 'application/json' } };
}
