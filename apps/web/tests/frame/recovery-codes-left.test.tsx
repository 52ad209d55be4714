// Tests what the card of the second factor says about the recovery codes.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FactorCard } from '../../src/features/security/factor-card.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { memberStorage, show } from '../support/show.tsx';

test.each([
  ['8 recovery codes left', 8],
  ['No recovery codes are left.', 0],
])('the card says "%s" when %i are left', async (text, left) => {
  const factor = { is_on: true, has_authenticator: true, passkeys: 0, is_required: false, recovery_codes_left: left };
  const card = (
    <ProofProvider>
      <FactorCard />
    </ProofProvider>
  );
  await show(card, { responses: { secondFactor: () => factor }, storage: memberStorage() });
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
});
