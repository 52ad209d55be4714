// Tests that the label of simulated money in the top bar does not depend on a profile that may be unavailable.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Pages } from '../../src/routes.tsx';
import { fixedUser } from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const labels = (): string[] =>
  [...document.querySelectorAll('.top-bar .simulated')].map(({ textContent }) => textContent);

/** Opens a page of a restored session whose profile cannot be read, and returns the labels of its top bar. */
async function labelsWhen(simulated: 'true' | 'false' | null): Promise<string[]> {
  const storage = memberStorage();
  if (simulated !== null) storage.write('simulated', simulated);
  const me = vi.fn(failing(500));
  await show(<Pages />, { storage, responses: { me }, path: '/dashboard/wallet' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Coming soon' })).toBeVisible();
  expect(me).toHaveBeenCalled();
  return labels();
}

test('a restored session has the label of simulated money before its profile was read', async () => {
  expect(await labelsWhen('true')).toEqual(['Simulated']);
});

test('a restored session that does not know whether its money is simulated has the label', async () => {
  expect(await labelsWhen(null)).toEqual(['Simulated']);
});

test('a restored session with real money has no label', async () => {
  expect(await labelsWhen('false')).toEqual([]);
});

test('when the profile cannot be read after a log-in in a new browser, the top bar has the label of simulated money', async () => {
  const responses: Responses = {
    login: () => ({ access_token: 'token', expires_at: 1, name: fixedUser.name, level: 1 }),
    me: failing(500),
    myBots: () => [],
  };
  await show(<Pages />, { responses, path: '/login' });
  await page.getByRole('textbox', { name: 'Email' }).fill(fixedUser.email);
  await page.getByLabelText('Password', { exact: true }).fill('correct horse');
  await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect.element(page.getByRole('button', { name: /Menu of Mina/ })).toBeVisible();
  expect(labels()).toEqual(['Simulated']);
});
