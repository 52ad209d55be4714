// A password that was proved long ago: what sensitive calls want again.
import type { Page } from 'playwright-core';
import { execute } from './database.ts';
import { waitFor, type Product } from './product.ts';

const minuteMs = 60_000;
const reauthRequired = 403;

/** Makes every session's proof old, and waits until the server wants the page's password: it may know a session for some seconds. */
export async function ageProofs(product: Product, page: Page): Promise<void> {
  await execute(product, 'update sessions set proved_at = 0');
  await waitFor('the server to want the password', minuteMs, async () => (await statusOfAuth(page)) === reauthRequired);
}

const statusOfAuth = (page: Page): Promise<unknown> =>
  page.evaluate(
    `fetch('/api/okx/oauth/auth', { headers: { authorization: 'Bearer ' + localStorage.getItem('accessToken') } })
      .then((answer) => answer.status)`,
  );
