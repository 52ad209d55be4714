// Tests how long a check of a password waits for the hasher.
import { createVirtualClock } from '@rondo/testkit';
import { createPasswords, onlyPepper } from '@rondo/store';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { createHashing } from './hashing.ts';

test('a check waits for the hasher for at most five seconds, and then the person is asked to try again', async () => {
  const clock = createVirtualClock();
  const passwords = createPasswords({ peppers: onlyPepper(Buffer.alloc(32)), cores: 1 });
  const hashing = createHashing({ store: { passwords }, clock });
  const before = Array.from({ length: 20 }, () => passwords.hashPassword('another person'));
  const check = hashing.verify(null, 'a password', false);
  const refused = expect(check).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } });
  await clock.pass(serverLimits.hashWaitMs);
  await refused;
  await Promise.all(before);
});
