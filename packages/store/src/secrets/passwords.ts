// Password hashing with argon2id and a bounded queue, so that many simultaneous log-ins cannot block the process.
import { hash, verify } from '@node-rs/argon2';
import { hkdfSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { argon2MemoryKib, argon2Passes, passwordMaxLength, passwordWaitersPerCore } from '../limits.ts';

/** The hashing for log-ins. Both calls return `busy` when the queue is full. */
export interface Passwords {
  hashPassword(
    password: string,
  ): Promise<{ readonly ok: true; readonly passwordHash: string } | { readonly ok: false; readonly refusal: 'busy' }>;
  /** When `passwordHash` is null (unknown e-mail), the password does not match, and the call takes as long as with a hash. */
  verifyPassword(
    passwordHash: string | null,
    password: string,
  ): Promise<
    | { readonly ok: true; readonly isMatch: boolean; readonly needsRehash: boolean }
    | { readonly ok: false; readonly refusal: 'busy' }
  >;
}

const cost = { memoryCost: argon2MemoryKib, timeCost: argon2Passes, parallelism: 1 } as const;
const costMark = `m=${argon2MemoryKib},t=${argon2Passes},p=1`;

/**
 * Creates a hasher with a pepper that is derived from the master key, so that passwords cannot be verified only with a database dump. Source: reliability 5.3
 * items 1, 2, 6, 7.
 */
export function createPasswords(options: { readonly masterKey: Uint8Array; readonly cores?: number }): Passwords {
  const secret = Buffer.from(hkdfSync('sha256', options.masterKey, 'rondo', 'password pepper', 32));
  const cores = options.cores ?? availableParallelism();
  // One core is reserved for the requests of logged-in people.
  const gate = createGate(Math.max(1, cores - 1), cores * passwordWaitersPerCore);
  const dummyHash = hash('a password nobody has', { ...cost, secret });
  // The error of a failed dummy hash is reported at its `await`. Without this line, an unhandled rejection would end the process before the `await`.
  dummyHash.catch(() => undefined);
  return {
    async hashPassword(password) {
      const turn = gate.enter();
      if (turn === null) return { ok: false, refusal: 'busy' };
      return turn(async () => ({ ok: true, passwordHash: await hash(password, { ...cost, secret }) }));
    },
    async verifyPassword(passwordHash, password) {
      const turn = gate.enter();
      if (turn === null) return { ok: false, refusal: 'busy' };
      return turn(async () => {
        // A password above the longest accepted length is checked against the dummy hash, so that the call takes as long as for a shorter password.
        const isKnown = passwordHash !== null && password.length <= passwordMaxLength;
        const against = isKnown ? passwordHash : await dummyHash;
        const isEqual = await verify(against, password.slice(0, passwordMaxLength), { secret });
        const isMatch = isKnown && isEqual;
        return { ok: true, isMatch, needsRehash: isMatch && !against.includes(costMark) };
      });
    },
  };
}

type Turn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Limits the tasks: at most `running` tasks run and at most `waiting` tasks wait. When both limits are reached, `enter` returns null. */
function createGate(running: number, waiting: number): { enter(): Turn | null } {
  let busy = 0;
  const queue: (() => void)[] = [];
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) busy -= 1;
    else next();
  };
  return {
    enter() {
      const mustWait = busy >= running;
      if (mustWait && queue.length >= waiting) return null;
      if (!mustWait) busy += 1;
      const admitted = mustWait ? new Promise<void>((resolve) => queue.push(resolve)) : Promise.resolve();
      return async (work) => {
        await admitted;
        try {
          return await work();
        } finally {
          leave();
        }
      };
    },
  };
}
