// Makes the last password check of every session old, so that sensitive calls ask for the password.
import type { Page } from 'playwright-core';
import { execute } from './database.ts';
import { waitFor, type Product } from './product.ts';

const minuteMs = 60_000;
const reauthRequired = 403;

/** Makes the last password check of every session old, and waits until the server asks for the password. The server caches a session for some seconds. */
export async function ageProofs(product: Product, page: Page): Promise<void> {
  await execute(product, 'update sessions set proved_at = 0');
  await waitFor(
    'the server to ask for the password',
    minuteMs,
    async () => (await statusOfAuth(page)) === reauthRequired,
  );
}

const statusOfAuth = (page: Page): Promise<unknown> =>
  page.evaluate(
    `fetch('/api/okx/oauth/auth', { headers: { authorization: 'Bearer ' + localStorage.getItem('accessToken') } })
      .then((response) => response.status)`,
  );
