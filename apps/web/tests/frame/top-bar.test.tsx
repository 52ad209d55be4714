// Tests of the person in the top bar: the name, the hamburger of a narrow window, and the sign-ups that wait for an operator.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UserMenu } from '../../src/app/frame/user-menu.tsx';
import { Pages } from '../../src/routes.tsx';
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

test.each([
  ['en', 900],
  ['en', 1024],
  ['ru', 900],
  ['ru', 1024],
  ['ru', 1199],
] as const)('in the language %s the top bar has one line in a window of %i px', async (language, width) => {
  await page.viewport(width, 800);
  const storage = memberStorage({ ...fixedUser, name: 'A person with a long name' });
  storage.write('simulated', 'true');
  await show(<Pages />, { storage, language, path: '/dashboard/wallet' });
  const bar = page.getByRole('banner');
  await expect.element(bar.getByRole('navigation')).toBeVisible();
  const places = [...bar.element().querySelectorAll('.logo-link, .tab, .simulated, .health-chip, .avatar')];
  expect(places).toHaveLength(8);
  const middles = places.map((place) => place.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
});

test('in a window of 1024 px the menu of the person has the guide', async () => {
  await page.viewport(1024, 800);
  await show(<UserMenu />, { storage: memberStorage() });
  await page.getByRole('button', { name: /Menu of Mina/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Usage guide' })).toBeVisible();
});

test('an operator sees how many sign-ups wait', async () => {
  await page.viewport(1280, 800);
  const storage = memberStorage({ ...fixedUser, role: 'operator' });
  await show(<UserMenu />, { storage, responses: { operatorUsers: () => ({ items: [], total: 3 }) } });
  await expect.element(page.getByTitle('3 sign-ups wait')).toHaveTextContent('3');
});
