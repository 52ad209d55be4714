// Tests that a page waits 10 minutes for a message of the pop-up that it has opened (specification 4), and forgets the attempt when it ends (decision 60). The pop-up says a denied link without a failure.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CallbackPage } from '../../src/features/link/pop-up/callback-page.tsx';
import { LinkErrorPage } from '../../src/features/link/pop-up/error-page.tsx';
import { useLink } from '../../src/features/link/use-link.ts';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const Attempt = () => {
  const link = useLink('demo');
  return (
    <>
      <button type="button" onClick={() => link.ask({ type: 'oauth' })}>
        Link
      </button>
      <button type="button" onClick={link.start}>
        Continue
      </button>
      <button type="button" onClick={link.dismiss}>
        Dismiss
      </button>
      <p>State: {link.state.kind}</p>
    </>
  );
};

/** Starts an attempt whose pop-up is the window of a frame. */
async function startAttempt(changes: Responses = {}) {
  const popUp = document.createElement('iframe');
  document.body.append(popUp);
  vi.spyOn(globalThis, 'open').mockReturnValue(popUp.contentWindow);
  const responses = {
    oauthAuth: () => ({ auth_url: 'http://127.0.0.1:1/consent', state: 'state-of-the-attempt', expires_at: 0 }),
    oauthStateRegister: () => ({ success: true as const, expires_at: 0 }),
    ...changes,
  };
  const attempt = (
    <ProofProvider>
      <Attempt />
    </ProofProvider>
  );
  const storage = memberStorage();
  const shown = await show(attempt, { responses, storage });
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  return { popUp, storage, shown };
}

test('when the pop-up sends no message, the attempt fails after 10 minutes and not earlier', async () => {
  const { popUp } = await startAttempt();
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await pass(9.5 * 60_000);
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await pass(31_000);
  await expect.element(page.getByText('State: failed')).toBeVisible();
  popUp.remove();
});

type Started = Awaited<ReturnType<typeof startAttempt>>;
const text = 'Your key has leaked. Transfer your USDT.';

/** Shows the error page with a text in its address, as after a link of somebody else in the same browser. */
async function showErrorPage({ shown, storage }: Started): Promise<void> {
  await shown.unmount();
  await show(<LinkErrorPage />, { storage, path: `/okx-oauth-error?${new URLSearchParams({ error: text })}` });
  await expect.element(page.getByRole('alert')).toBeVisible();
}

/** Expects a page that says that the person did not allow the link, which is no failure. */
async function expectDeclined(): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(/^You did not allow it\. Nothing was changed\.$/);
  expect(page.getByRole('main').element().getAttribute('data-look')).toBe('declined');
  expect(page.getByText('OKX OAuth link failed').elements()).toEqual([]);
  expect(page.getByRole('alert').elements()).toEqual([]);
}

test('the error page of a denied link says that nothing was changed, and shows no failure', async () => {
  await show(<LinkErrorPage />, { path: '/okx-oauth-error?error=access_denied' });
  await expectDeclined();
});

test('the callback page of a denied link says that nothing was changed, and shows no failure', async () => {
  const oauthCallback = failing(400, 'OAUTH_DENIED');
  await show(<CallbackPage />, {
    path: '/dashboard/okx-oauth-redirect?error=access_denied&state=oauth.state-of-the-attempt',
    responses: { oauthCallback },
    storage: memberStorage(),
  });
  await expectDeclined();
});

test('while an attempt waits, the error page shows the text of its address', async () => {
  const started = await startAttempt();
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await showErrorPage(started);
  await expect.element(page.getByText(text)).toBeVisible();
  started.popUp.remove();
});

/** Sends the message of the error page to the page that has started the attempt. */
function deny({ popUp, storage }: Started): void {
  const data = { type: 'okx-oauth-error', error: 'denied', nonce: storage.readWindowNonce() };
  dispatchEvent(new MessageEvent('message', { origin: location.origin, source: popUp.contentWindow, data }));
}

test.each<readonly [string, string, (started: Started) => unknown]>([
  ['was denied', 'failed', deny],
  ['lost its window', 'idle', ({ popUp }) => popUp.remove()],
  ['was dismissed', 'idle', () => page.getByRole('button', { name: 'Dismiss' }).click()],
  ['was too late', 'failed', () => pass(10 * 60_000 + 1_000)],
])('after an attempt that %s the error page shows no text of its address', async (_end, state, end) => {
  const started = await startAttempt();
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await end(started);
  await expect.element(page.getByText(`State: ${state}`)).toBeVisible();
  await showErrorPage(started);
  expect(page.getByText(text).elements()).toEqual([]);
  started.popUp.remove();
});

test('after an attempt that the server has refused the error page shows no text of its address', async () => {
  const started = await startAttempt({ oauthStateRegister: failing(500) });
  await expect.element(page.getByText('State: failed')).toBeVisible();
  await showErrorPage(started);
  expect(page.getByText(text).elements()).toEqual([]);
  started.popUp.remove();
});

test('a link page that is opened long after the start of an attempt shows no text of its address', async () => {
  const started = await startAttempt();
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  // The page that has started the attempt is gone, so nothing ends the attempt.
  await started.shown.unmount();
  await pass(10 * 60_000);
  await showErrorPage(started);
  expect(page.getByText(text).elements()).toEqual([]);
  started.popUp.remove();
});
