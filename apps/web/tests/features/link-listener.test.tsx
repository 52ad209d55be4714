// Tests that a page waits 10 minutes for a message of the pop-up that it has opened (specification 4).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useLink } from '../../src/features/link/use-link.ts';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
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
      <p>State: {link.state.kind}</p>
    </>
  );
};

test('when the pop-up sends no message, the attempt fails after 10 minutes and not earlier', async () => {
  const popUp = document.createElement('iframe');
  document.body.append(popUp);
  vi.spyOn(globalThis, 'open').mockReturnValue(popUp.contentWindow);
  const responses = {
    oauthAuth: () => ({ auth_url: 'http://127.0.0.1:1/consent', state: 'state-of-the-attempt', expires_at: 0 }),
    oauthStateRegister: () => ({ success: true as const, expires_at: 0 }),
  };
  const attempt = (
    <ProofProvider>
      <Attempt />
    </ProofProvider>
  );
  await show(attempt, { responses, storage: memberStorage() });
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await pass(9.5 * 60_000);
  await expect.element(page.getByText('State: waiting')).toBeVisible();
  await pass(31_000);
  await expect.element(page.getByText('State: failed')).toBeVisible();
  popUp.remove();
});
