// Password hashing with argon2id and two bounded queues, so that many simultaneous log-ins cannot block the process, and log-ins from unknown devices cannot
// delay log-ins from known devices.
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { argon2MemoryKib, argon2Passes, passwordMaxLength, passwordWaiters } from '../limits.ts';
import type { Peppers, PepperRing } from './peppers.ts';

/** How a check waits for the hasher. Checks from known devices are first. The abort of `signal` ends the wait. */
export interface HashOptions {
  readonly isKnownDevice?: boolean;
  readonly signal?: AbortSignal;
}

/** The hashing for log-ins. Both calls return `busy` when the queue is full, and when the wait was aborted. */
export interface Passwords {
  hashPassword(
    password: string,
    turn?: HashOptions,
  ): Promise<{ readonly ok: true; readonly passwordHash: string } | { readonly ok: false; readonly refusal: 'busy' }>;
  /** When `passwordHash` is null (unknown e-mail), the password does not match, and the call takes as long as with a hash. */
  verifyPassword(
    passwordHash: string | null,
    password: string,
    turn?: HashOptions,
  ): Promise<
    | { readonly ok: true; readonly isMatch: boolean; readonly needsRehash: boolean }
    | { readonly ok: false; readonly refusal: 'busy' }
  >;
}

const cost = { memoryCost: argon2MemoryKib, timeCost: argon2Passes, parallelism: 1 } as const;
const costMark = `m=${argon2MemoryKib},t=${argon2Passes},p=1`;

/**
 * Creates a hasher. A pepper is sealed with the master key, so that passwords cannot be verified only with a database dump. A hash begins with the id of its pepper, or
 * with `$` for the first pepper, and needs a new hash when its pepper is not the newest one. Source: reliability 5.3 items 1, 2, 5, 6, 7.
 */
export function createPasswords(options: {
  readonly peppers: Peppers;
  readonly cores?: number;
  readonly waiters?: number;
}): Passwords {
  const { peppers } = options;
  const cores = options.cores ?? availableParallelism();
  // One core is reserved for the requests of logged-in people.
  const gate = createGate(Math.max(1, cores - 1), options.waiters ?? passwordWaiters);
  const dummyHash = hash('a password nobody has', { ...cost, secret: randomBytes(32) });
  // The error of a failed dummy hash is reported at its `await`. Without this line, an unhandled rejection would end the process before the `await`.
  dummyHash.catch(() => undefined);
  return {
    async hashPassword(password, turn = {}) {
      if (!(await gate.enter(turn))) return { ok: false, refusal: 'busy' };
      return gate.run(async () => {
        const { id, key } = (await peppers.read()).newest;
        return { ok: true, passwordHash: `${id ?? ''}${await hash(password, { ...cost, secret: Buffer.from(key) })}` };
      });
    },
    async verifyPassword(passwordHash, password, turn = {}) {
      if (!(await gate.enter(turn))) return { ok: false, refusal: 'busy' };
      return gate.run(async () => {
        // A password above the longest accepted length is checked against the dummy hash, so that the call takes as long as for a shorter password.
        const isKnown = passwordHash !== null && password.length <= passwordMaxLength;
        // The peppers are read for an unknown person too, so that the call takes as long as for a known person.
        const present = await peppers.read();
        const against = partsOf(isKnown ? passwordHash : await dummyHash, present);
        const isEqual = await verify(against.hash, password.slice(0, passwordMaxLength), { secret: against.secret });
        const isMatch = isKnown && isEqual;
        return { ok: true, isMatch, needsRehash: isMatch && !(against.hash.includes(costMark) && against.isNewest) };
      });
    },
  };
}

/** Returns the hash without the id of its pepper, and the pepper. Throws when the installation does not have this pepper. */
function partsOf(passwordHash: string, peppers: PepperRing) {
  const at = Math.max(0, passwordHash.indexOf('$'));
  const id = at === 0 ? null : passwordHash.slice(0, at);
  const pepper = peppers.find(id);
  if (pepper === null) throw new Error(`a password hash names the pepper ${id}, which the installation does not have`);
  return {
    hash: passwordHash.slice(at),
    secret: Buffer.from(pepper.key),
    isNewest: pepper.id === peppers.newest.id,
  };
}

interface Gate {
  /** Waits until a task may run. Returns false when the queue is full or when the wait was aborted. After true, the caller calls `run` once. */
  enter(turn: HashOptions): Promise<boolean>;
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Limits the tasks: at most `running` tasks run. At most `waiting` tasks of known devices wait, and at most `waiting` other tasks wait. */
function createGate(running: number, waiting: number): Gate {
  let busy = 0;
  const known = new Set<() => void>();
  const others = new Set<() => void>();
  const leave = (): void => {
    const queue = known.size > 0 ? known : others;
    const [next] = queue;
    if (next === undefined) busy -= 1;
    else next();
  };
  return {
    async enter({ isKnownDevice = false, signal }) {
      const queue = isKnownDevice ? known : others;
      if (busy < running) {
        busy += 1;
        return true;
      }
      if (queue.size >= waiting || signal?.aborted === true) return false;
      return new Promise<boolean>((resolve) => {
        const end = (isAdmitted: boolean): void => {
          queue.delete(admit);
          signal?.removeEventListener('abort', abort);
          resolve(isAdmitted);
        };
        const admit = (): void => end(true);
        const abort = (): void => end(false);
        queue.add(admit);
        signal?.addEventListener('abort', abort);
      });
    },
    async run(task) {
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
