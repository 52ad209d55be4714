// Tests that the card about the rights of Rondo shows the rights of the linked keys, and not a constant.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExchangeAccountWire } from '@rondo/contract';
import { RightsCard } from '../../src/features/link/accounts/rights-card.tsx';
import { languages } from '../../src/i18n/language.ts';
import { fixedAccount } from '../../src/workbench/samples.ts';
import { show } from '../support/show.tsx';

const accountOf = (changes: Partial<ExchangeAccountWire>): ExchangeAccountWire => ({ ...fixedAccount, ...changes });
const withdrawing = { name: 'Second', permissions: ['read_only', 'trade', 'withdraw'] };

const rows = async (accounts: readonly ExchangeAccountWire[]) => {
  await show(<RightsCard accounts={accounts} />);
  return page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
};

const password = 'Not allowed: See your password or your exchange log-in';

test('keys that can read and trade have these two rights, and no withdrawals', async () => {
  expect(await rows([accountOf({})])).toEqual([
    'Allowed: Read balance, positions and orders',
    'Allowed: Place, change and cancel the orders of your bots',
    'Not allowed: Withdraw or transfer anything',
    password,
  ]);
});

test('a key that can withdraw is named with what to do', async () => {
  const found = await rows([accountOf({}), accountOf(withdrawing)]);
  expect(found[2]).toBe('Allowed: Withdraw or transfer anythingThe key of Second can do this. Replace the key.');
});

test('keys that can only read do not trade', async () => {
  const found = await rows([accountOf({ permissions: ['read_only'] })]);
  expect(found[1]).toBe('Not allowed: Place, change and cancel the orders of your bots');
});

test.each<[string, readonly ExchangeAccountWire[]]>([
  ['no account', []],
  ['a key that was not read', [accountOf({ permissions: null })]],
  ['a deleted key', [accountOf({ ...withdrawing, key_state: 'missing' })]],
])('with %s the card says what Rondo asks for, and not what it can do', async (_name, accounts) => {
  const found = await rows(accounts);
  await expect.element(page.getByRole('heading', { name: 'What Rondo asks for' })).toBeVisible();
  expect(found).toEqual([
    'Asked for: Read balance, positions and orders',
    'Asked for: Place, change and cancel the orders of your bots',
    'Not asked for: Withdraw or transfer anything',
    'Not asked for: See your password or your exchange log-in',
  ]);
});

test.each(languages)('in the language %s a key that can withdraw is named', async (language) => {
  await show(<RightsCard accounts={[accountOf(withdrawing)]} />, { language });
  await expect.element(page.getByText(/Second/)).toBeVisible();
});
