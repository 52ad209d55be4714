// Tests of the cards of the exchange tab: LBank accounts and the connection panel. Elements are found by role and visible text.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LbankAccount } from '../../src/features/lbank/lbank-account.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedKeyedAccount, venueCards } from '../../src/workbench/cards/venue-cards.tsx';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

/** Returns one state of a workbench card. */
const stateOf = (name: string, state: string) => venueCards.find((each) => each.name === name)?.states[state];

test('an LBank account is deleted by one call, and only after the user has confirmed the deletion', async () => {
  const deleteExchangeAccount = vi.fn<NonNullable<Responses['deleteExchangeAccount']>>(() => ({ success: true }));
  const card = (
    <ProofProvider>
      <LbankAccount account={fixedKeyedAccount} onEdit={() => undefined} />
    </ProofProvider>
  );
  await show(card, { responses: { deleteExchangeAccount }, storage: memberStorage() });
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByRole('button').first()).toHaveFocus();
  expect(deleteExchangeAccount).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await vi.waitFor(() => expect(deleteExchangeAccount).toHaveBeenCalledOnce());
  expect(deleteExchangeAccount.mock.calls[0]?.[0]).toMatchObject({ params: { id: fixedKeyedAccount.id } });
});

test('while LBank is not available yet, the button of LBank shows a message instead of the form', async () => {
  await show(stateOf('LbankSection', 'coming soon'), { storage: memberStorage() });
  await page.getByRole('button', { name: 'Link an LBank account' }).click();
  await expect.element(page.getByText('Coming soon', { exact: true })).toBeVisible();
  expect(page.getByRole('dialog', { name: 'Link an LBank account' }).elements()).toEqual([]);
});

test('the connection panel of a broken connection shows the score, the label and the alerts', async () => {
  await show(stateOf('ConnectionPanel', 'broken'), { storage: memberStorage() });
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Poor 41 of 100');
  const alerts = page.getByRole('region', { name: 'Last hour' }).getByRole('listitem');
  await expect.element(alerts.first()).toHaveTextContent('Critical');
  expect(alerts.elements()).toHaveLength(2);
});

test('when the data of the connection panel cannot be loaded, the panel shows the error and no score', async () => {
  await show(stateOf('ConnectionPanel', 'failed'), { storage: memberStorage() });
  await expect.element(page.getByText('The service is not available at the moment.')).toBeVisible();
  expect(page.getByText(/of 100/).elements()).toEqual([]);
});
