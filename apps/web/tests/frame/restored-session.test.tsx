// Tests of a page whose storage is empty while the browser has the cookie of a session.
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MembersOnly } from '../../src/app/guards.tsx';
import { useMember } from '../../src/api/session/session-context.tsx';
import { fixedProfile } from '../../src/workbench/samples.ts';
import { show } from '../support/show.tsx';

const Name = () => <p>{useMember().user.name}</p>;

const Pages = () => (
  <Routes>
    <Route path="/" element={<p>start page</p>} />
    <Route element={<MembersOnly />}>
      <Route path="/dashboard" element={<Name />} />
    </Route>
  </Routes>
);

test('with the cookie of a session and an empty storage, the page says that it is loading and then shows the member', async () => {
  let respond: (() => void) | undefined;
  const profile = new Promise<typeof fixedProfile>((resolve) => {
    respond = () => resolve(fixedProfile);
  });
  await show(<Pages />, { path: '/dashboard', hasCookie: true, responses: { me: () => profile } });
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading...');
  respond?.();
  await expect.element(page.getByText(fixedProfile.name, { exact: true })).toBeVisible();
});

test('when the server does not renew the session, the page leads to the start page', async () => {
  const responses = { me: () => Promise.reject(new Error('refused')) };
  await show(<Pages />, { path: '/dashboard', hasCookie: true, responses });
  await expect.element(page.getByText('start page')).toBeVisible();
});

test('without the cookie and with an empty storage, the page leads to the start page without a call', async () => {
  let calls = 0;
  const me = (): Promise<never> => {
    calls += 1;
    return new Promise(() => undefined);
  };
  await show(<Pages />, { path: '/dashboard', responses: { me } });
  await expect.element(page.getByText('start page')).toBeVisible();
  expect(calls).toBe(0);
});
