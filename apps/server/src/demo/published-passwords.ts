// Finds demo people whose published passwords still work. Such passwords must not work for callers from other machines (decision 37).
import { demoLogins } from './demo-people.ts';
import type { ServerConfig } from '../env.ts';
import type { Store } from '@rondo/store';

const ownHosts = new Set(['127.0.0.1', '::1', 'localhost', '[::1]']);

/** Throws an error with a sentence for the operator when other machines can reach this server and a published password works. */
export async function refusePublishedPasswords(
  { role, host, publicUrl, hosts }: Pick<ServerConfig, 'role' | 'host' | 'publicUrl' | 'hosts'>,
  { users, passwords }: Pick<Store, 'users' | 'passwords'>,
): Promise<void> {
  if (role === 'engine') return; // This role serves no log-ins.
  // A proxy on this machine can serve a further name to other machines.
  const names = [host, ...hosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])];
  if (names.every((name) => ownHosts.has(name))) return;
  for (const { email, password } of demoLogins) {
    const user = await users.findByEmail(email);
    const check = user === null ? null : await passwords.verifyPassword(user.passwordHash, password);
    if (check?.ok === true && !check.isMatch) continue;
    if (check === null) continue;
    throw new Error(
      `Other machines could log in as ${email}, because the password of this demo login is published. ` +
        'Start the server with RONDO_HOST=127.0.0.1 and without RONDO_PUBLIC_URL and RONDO_HOSTS, change the passwords of the demo logins, and start it again.',
    );
  }
}
