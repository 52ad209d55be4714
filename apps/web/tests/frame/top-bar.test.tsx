// Tests of the person in the top bar: the name, the hamburger of a narrow window, and the sign-ups that wait for an operator.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UserMenu } from '../../src/app/frame/user-menu.tsx';
import { fixedUser } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

test('in a wide window the top bar shows the name of the person', async () => {
  await page.viewport(1280, 800);
  await show(<UserMenu />, { storage: memberStorage() });
  await expect.element(page.getByText('Mina', { exact: true })).toBeVisible();
});

test('in a window of 360 px the button of the menu is a hamburger', async () => {
  await page.viewport(360, 780);
  await show(<UserMenu />, { storage: memberStorage() });
  const button = page.getByRole('button', { name: /Menu of Mina/ });
  await expect.element(page.getByText('Mina', { exact: true })).not.toBeVisible();
  expect(button.element().querySelector('svg')?.checkVisibility()).toBe(true);
});

test('an operator sees how many sign-ups wait', async () => {
  await page.viewport(1280, 800);
  const storage = memberStorage({ ...fixedUser, role: 'operator' });
  await show(<UserMenu />, { storage, responses: { operatorUsers: () => ({ items: [], total: 3 }) } });
  await expect.element(page.getByTitle('3 sign-ups wait')).toHaveTextContent('3');
});
