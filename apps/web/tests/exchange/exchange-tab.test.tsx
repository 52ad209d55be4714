// Tests of the exchange tab as a whole: one list, one way to link, no internal words, and what a person reads before the windows of the exchange.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExchangeAccountWire } from '@rondo/contract';
import { ExchangeTab } from '../../src/app/pages/exchange-tab.tsx';
import { AccountsSection } from '../../src/features/link/accounts/accounts-section.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { fixedKeyedAccount, healthyStatus, venueCards } from '../../src/workbench/cards/venue-cards.tsx';
import { fixedAccount, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const id = '0b6c2b1e-6f0a-4b57-9a53-0d3d6c8f7a10';
const accountOf = (changes: Partial<ExchangeAccountWire>): ExchangeAccountWire => ({ ...fixedAccount, id, ...changes });

type TabOptions = { readonly language?: Language; readonly width?: number };

const openTab = async (account: ExchangeAccountWire, { language = 'en', width = 1280 }: TabOptions = {}) => {
  await page.viewport(width, 900);
  await show(
    <ProofProvider>
      <ExchangeTab />
    </ProofProvider>,
    {
      language,
      storage: memberStorage(),
      responses: {
        oauthStatus: () => ({ ...fixedStatus, accounts: [account] }),
        comprehensiveStatus: () => ({
          ...healthyStatus,
          accountId: id,
          oauthToken: { ...healthyStatus.oauthToken, state: 'none', autoRefreshEnabled: false, expiresInMinutes: null },
        }),
        myBots: () => [],
      },
    },
  );
  await expect.element(page.getByRole('region', { name: account.name, exact: true })).toBeVisible();
};

test('with an account that was linked by a key alone, the tab has one list, one button to link, no id and no cross at the renewal that is not needed', async () => {
  await openTab(accountOf({ expires_at: null }));
  await expect.element(page.getByText('not needed')).toBeVisible();
  expect(page.getByRole('button', { name: /^Link an(other)? account$/ }).elements()).toHaveLength(1);
  expect(page.getByRole('heading', { name: 'OKX accounts' }).elements()).toHaveLength(1);
  const text = document.body.textContent ?? '';
  expect(text).not.toContain(id);
  expect(text).not.toMatch(/by a key alone/);
  expect(document.querySelectorAll('.connection-facts .fact[data-good=false]')).toHaveLength(0);
});

test.each(languages)(
  'in the language %s the panel of the connection fits a window of 960 px, and no text of its path lies on another',
  async (language) => {
    await openTab(accountOf({}), { language, width: 960 });
    const panel = document.querySelector('.connection-panel')!;
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(960);
    const texts = [...panel.querySelectorAll('.chain strong, .chain .chain-note, .chain-wire > span')];
    expect(texts).toHaveLength(8);
    const boxes = texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    });
    const meets = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    );
    expect(meets).toEqual([]);
  },
);

test('the first dialog announces both windows of the exchange, and the dialog of a key names the account to choose', async () => {
  await openTab(accountOf({ key_state: 'none' }));
  await page.getByRole('button', { name: 'Link another account' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Then OKX asks a second time, for the trading key of your bots/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expect
    .element(
      dialog.getByText(`Log in at OKX with the account ${fixedAccount.name}, which is linked here.`, { exact: false }),
    )
    .toBeVisible();
});

test.each([
  ['without a key', { key_state: 'none' }, ['Create a key']],
  ['with an expired log-in', { is_expired: true }, ['Link again']],
  ['that works', {}, []],
] as const)('the card of an account %s has the primary buttons %j', async (_, changes, primary) => {
  await show(
    <ProofProvider>
      <AccountsSection onAsk={() => undefined} />
    </ProofProvider>,
    {
      storage: memberStorage(),
      responses: { oauthStatus: () => ({ ...fixedStatus, accounts: [accountOf(changes)] }), myBots: () => [] },
    },
  );
  await expect.element(page.getByRole('button', { name: 'Test connection' })).toBeVisible();
  const buttons = [...document.querySelectorAll('.account-buttons .button')];
  expect(buttons).toHaveLength(4);
  const found = buttons.filter((button) => button.getAttribute('data-variant') === 'primary');
  expect(found.map(({ textContent }) => textContent)).toEqual(primary);
});

test.each([
  [['read_only', 'trade'], 1],
  [['read_only', 'trade', 'withdraw'], 0],
])('with the rights %j the tab says %i times that Rondo never withdraws', async (permissions, count) => {
  await openTab(accountOf({ permissions }));
  expect(page.getByText('Rondo can trade, never withdraw.', { exact: false }).elements()).toHaveLength(count);
});

test('the part of LBank says in plain words that its bots trade on OKX', async () => {
  await show(venueCards.find(({ name }) => name === 'LbankSection')?.states['none'], { storage: memberStorage() });
  await expect
    .element(page.getByText(/^LBank does not offer its perpetual swaps to ordinary API keys\..*bots trade on OKX\.$/))
    .toBeVisible();
});

test('without an account the tab has one button that links an account', async () => {
  await page.viewport(1280, 900);
  await show(
    <ProofProvider>
      <ExchangeTab />
    </ProofProvider>,
    {
      storage: memberStorage(),
      responses: { oauthStatus: () => ({ ...fixedStatus, accounts: [] }), myBots: () => [] },
    },
  );
  await expect.element(page.getByText('No account is linked', { exact: false }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Link an account', exact: true }).elements()).toHaveLength(1);
});

test('the tab shows the expiry of an OKX account, an LBank account with its actions, the connection with its score, and the WebSocket manager', async () => {
  const expiresAt = Date.UTC(2030, 5, 15, 12) / 1_000;
  await show(
    <ProofProvider>
      <ExchangeTab />
    </ProofProvider>,
    {
      storage: memberStorage(),
      responses: {
        oauthStatus: () => ({ ...fixedStatus, accounts: [accountOf({ expires_at: expiresAt })] }),
        comprehensiveStatus: () => ({ ...healthyStatus, accountId: id }),
        exchanges: () => ({ exchanges: [{ id: 'lbank', name: 'LBank', status: 'available', offers_bots: false }] }),
        exchangeAccounts: () => ({ accounts: [fixedKeyedAccount] }),
        myBots: () => [],
      },
    },
  );
  const okx = page.getByRole('region', { name: fixedAccount.name, exact: true });
  await expect.element(okx).toHaveTextContent(/Expires.*2030/);
  const lbank = page.getByRole('article', { name: fixedKeyedAccount.account_name });
  for (const name of ['Test connection', 'Edit', 'Delete'])
    await expect.element(lbank.getByRole('button', { name })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Connection status' });
  await expect.element(panel.getByText('97 of 100')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'WebSocket manager' })).toBeVisible();
});
