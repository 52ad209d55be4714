// Tests what the log-out removes from the browser: the stored session, the data of a link attempt, the cached responses and the live feed.
import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FeedProvider } from '../../src/api/feed/feed-context.tsx';
import { useSession } from '../../src/api/session/session-context.tsx';
import { UserMenu } from '../../src/app/frame/user-menu.tsx';
import { createStorage } from '../../src/lib/storage/storage.ts';
import { fixedProfile, fixedStatus, fixedUser } from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { show } from '../support/show.tsx';
import { startSockets } from '../support/test-socket.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The number of cached responses. */
const Cached = () => <output>{useQueryClient().getQueryCache().getAll().length} cached</output>;

const Page = () => {
  const { session } = useSession();
  if (session.kind !== 'member') return <Cached />;
  return (
    <FeedProvider>
      <UserMenu />
    </FeedProvider>
  );
};

/** Logs in, opens the feed, and logs out. Returns what is left. */
async function logOut(logout: NonNullable<Responses['logout']>) {
  const sockets = startSockets();
  localStorage.clear();
  const storage = createStorage(localStorage, sessionStorage);
  storage.write('accessToken', 'token');
  storage.writeUser(fixedUser);
  storage.saveEmail(fixedUser.email, Date.now());
  storage.write('okxLinkNonce', 'n'.repeat(32));
  storage.write('okx_post_fastapi_account_id', 'account-1');
  const responses: Responses = {
    me: () => fixedProfile,
    oauthStatus: () => fixedStatus,
    wsTicket: () => ({ token: 'ticket', expires_at: 1 }),
    logout,
  };
  await show(<Page />, { storage, responses });
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  await page.getByRole('button', { name: /Menu of Mina/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('0 cached');
  const isClosed = sockets.every((socket) => socket.isClosed);
  return { isClosed, stored: Object.keys(localStorage), ofWindow: Object.keys(sessionStorage) };
}

test.each([
  ['the server ends the session', () => ({ success: true as const })],
  ['the server does not respond', failing(503)],
])('the log-out leaves only the remembered e-mail in the browser, also when %s', async (_case, respond) => {
  const logout = vi.fn<NonNullable<Responses['logout']>>(respond);
  const { isClosed, stored, ofWindow } = await logOut(logout);
  expect(logout).toHaveBeenCalledOnce();
  expect(isClosed).toBe(true);
  expect(stored.toSorted()).toEqual(['savedLogin', 'simulated']);
  expect(ofWindow).toEqual([]);
});
