// Tests of the pages that show a single message, and of the look of the landing page and of the sign-up card.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RegisterCard } from '../../src/features/auth/register-card.tsx';
import { LandingPage } from '../../src/features/landing/landing-page.tsx';
import { HowItWorks, Questions, WhereItEnds } from '../../src/features/landing/landing-sections.tsx';
import { Pages } from '../../src/routes.tsx';
import '../../src/features/landing/landing.css';
import { memberStorage, show } from '../support/show.tsx';

test.each([
  ['/no-such-page', 'This page does not exist', undefined],
  ['/reset-password', 'This link is not complete', undefined],
  ['/dashboard/wallet', 'Coming soon', memberStorage()],
])('the page %s has the bar, the heading "%s" and a way on', async (path, heading, storage) => {
  await show(<Pages />, { path, ...(storage === undefined ? {} : { storage }) });
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Rondo' })).toBeVisible();
  expect(page.getByRole('main').getByRole('link').elements().length).toBeGreaterThan(0);
});

test.each(['/no-such-page', '/reset-password'])('on the page %s a guest can choose the language', async (path) => {
  await show(<Pages />, { path });
  await expect.element(page.getByRole('banner').getByRole('combobox', { name: 'Language' })).toBeVisible();
});

test('the bar of the landing page has the buttons to log in and to register', async () => {
  await show(<LandingPage invitation={null} onLogIn={() => undefined} onRegister={() => undefined} />);
  const bar = page.getByRole('banner');
  await expect.element(bar.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect.element(bar.getByRole('link', { name: 'Register' })).toBeVisible();
});

test('the three features have their limits below lines of one height', async () => {
  await page.viewport(1280, 900);
  await show(<WhereItEnds />);
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  const limits = [...document.querySelectorAll('.landing-ends li > p:last-child')];
  expect(limits).toHaveLength(3);
  expect(new Set(limits.map((limit) => Math.round(limit.getBoundingClientRect().top))).size).toBe(1);
});

test('the parts of the ladder are numbered, and a question has the sign of its state', async () => {
  await show(
    <>
      <HowItWorks />
      <Questions />
    </>,
  );
  await expect.element(page.getByRole('list').first()).toBeVisible();
  const numbers = [...document.querySelectorAll('.landing-frames > li')];
  expect(numbers).toHaveLength(3);
  const headings = [...document.querySelectorAll('.landing-frames h3')].map((each) =>
    getComputedStyle(each, '::before'),
  );
  expect(headings.map(({ counterIncrement }) => counterIncrement)).toEqual(['frame 1', 'frame 1', 'frame 1']);
  for (const { content } of headings) expect(content).toContain('counter(frame)');
  const signs = [...document.querySelectorAll('summary')].map((each) => getComputedStyle(each, '::after').content[1]);
  expect(signs).toEqual(['\u2212', '+', '+', '+']);
  expect(getComputedStyle(document.querySelector('summary') ?? document.body).listStyleType).toBe('none');
});

test('the sign-up lists what is missing only after the first input', async () => {
  await show(<RegisterCard invitation="111111" />);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toBeVisible();
  expect(page.getByText(/Still missing/).elements()).toEqual([]);
  await email.fill('mina@example.org');
  await expect.element(page.getByText(/Still missing: a password/)).toBeVisible();
});
