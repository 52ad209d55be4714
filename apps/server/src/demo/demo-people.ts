// The people of the sandbox's demo world. A live venue has no default accounts (decision 37).
import { randomBytes } from 'node:crypto';
import { contractLimits } from '@rondo/contract';
import type { Store, UserRecord } from '@rondo/store';

export interface DemoLogin {
  readonly role: 'operator' | 'member' | 'pending';
  readonly email: string;
  readonly password: string;
}

/** The demo logins. The server prints them at every start. */
export const demoLogins: readonly DemoLogin[] = [
  { role: 'member', email: 'member@rondo.test', password: 'rondo-demo-member' },
  { role: 'operator', email: 'operator@rondo.test', password: 'rondo-demo-operator' },
  { role: 'pending', email: 'pending@rondo.test', password: 'rondo-demo-pending' },
];

/** The names of the other members, after composers of rondos. Their passwords are random, and only the hashes are stored. */
const otherNames = ['Clara', 'Joseph', 'Fanny', 'Muzio', 'Louise', 'Leopold', 'Emilie', 'Dussek'];

/** The invitation and the country of the members, which a person enters in the registration. The operator has neither. */
const registered = { ref: contractLimits.defaultReferral, region: 'KR' } as const;

export interface DemoPeople {
  readonly member: UserRecord;
  readonly operator: UserRecord;
  readonly others: readonly UserRecord[];
}

/** Finds or creates every demo user. An existing user is not changed. Several nodes can call this function at the same time. */
export async function ensurePeople(store: Store, now: number): Promise<DemoPeople> {
  const known: UserRecord[] = [];
  for (const login of demoLogins) {
    known.push(
      await ensureUser(store, {
        email: login.email,
        name: login.role === 'pending' ? 'Pending' : login.role === 'operator' ? 'Operator' : 'Member',
        password: login.password,
        role: login.role === 'operator' ? 'operator' : 'member',
        hasGranted: login.role !== 'pending',
        ...(login.role === 'operator' ? {} : registered),
        now,
      }),
    );
  }
  const others: UserRecord[] = [];
  for (const name of otherNames) {
    const email = `${name.toLowerCase()}@demo.rondo.test`;
    const password = randomBytes(24).toString('base64url');
    others.push(
      await ensureUser(store, { email, name, password, role: 'member', hasGranted: true, ...registered, now }),
    );
  }
  const [member, operator] = known;
  if (member === undefined || operator === undefined)
    throw new Error('The demo logins contain no member or no operator.');
  return { member, operator, others };
}

interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: 'member' | 'operator';
  readonly hasGranted: boolean;
  readonly ref?: string;
  readonly region?: string;
  readonly now: number;
}

async function ensureUser(store: Store, { password, ...user }: DemoUser): Promise<UserRecord> {
  const found = await store.users.findByEmail(user.email);
  if (found !== null) return found;
  const hashed = await store.passwords.hashPassword(password);
  if (!hashed.ok) throw new Error('A demo user could not be created because too many password checks are waiting.');
  const username = user.email.slice(0, user.email.indexOf('@'));
  const made = await store.users.create({ ...user, username, level: 1, passwordHash: hashed.passwordHash });
  if (made.ok) return made.user;
  // The creation is refused when another node has created the user since the first search.
  const created = await store.users.findByEmail(user.email);
  if (created === null) throw new Error(`The demo user ${user.email} could not be created: ${made.refusal}`);
  return created;
}
