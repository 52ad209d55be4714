// Tests the check-list of the first run on the bots tab: which step a new person sees, who has to act, and when the list disappears.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findingOf, type BotWire, type ExchangeAccountWire, type Finding } from '@rondo/contract';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { FirstRunCard } from '../../src/features/first-run/first-run-card.tsx';
import { AccountsSection } from '../../src/features/link/accounts/accounts-section.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import {
  fixedAccount,
  fixedBot,
  fixedMargin,
  fixedProfile,
  fixedStatus,
  fixedUser,
} from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

type Options = {
  readonly responses?: Responses;
  readonly user?: Partial<typeof fixedUser>;
  readonly language?: Language;
};

const checked = (findings: readonly Finding[]) => () => ({
  account_id: fixedAccount.id,
  may_trade: findings.length === 0,
  findings: [...findings],
  at: 0,
});

/** Shows the bots tab of a person without a bot. With the responses as they are, only the last step is left. */
const openTab = ({ responses = {}, user = {}, language = 'en' }: Options = {}) =>
  show(<BotsTab />, {
    language,
    responses: {
      ...creationResponses,
      preflight: checked([]),
      exchangeAccounts: () => ({ accounts: [] }),
      ...responses,
    },
    storage: memberStorage({ ...fixedUser, has_run_bot: false, ...user }),
  });

const linked = (change: Partial<ExchangeAccountWire>): Responses => ({
  oauthStatus: () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, ...change }] }),
});
const unlinked: Responses = {
  oauthStatus: () => ({ ...fixedStatus, connected: false, accounts: [] }),
  margin: failing(409, 'EXCHANGE_NOT_LINKED'),
};
const waiting = { has_granted: false, approval: 'pending' } as const;

const list = page.getByRole('list', { name: 'Steps to your first bot' });
const rows = (): readonly string[] =>
  list
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

/** Waits until the list marks this step, and returns its text and the texts of all steps. */
const seeStep = async (name: string): Promise<{ readonly current: string; readonly steps: readonly string[] }> => {
  const current = () => list.element().querySelector('[aria-current=step]')?.textContent ?? '';
  await expect.poll(current, { timeout: 10_000 }).toContain(name);
  expect(list.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  return { current: current(), steps: rows() };
};

const primaryActions = (): readonly string[] =>
  [...document.querySelectorAll('.first-run .button, .pending .button')].map(({ textContent }) => textContent);

const toExchange = page.getByRole('link', { name: 'Go to the Exchange tab' });

afterEach(() => page.viewport(1280, 900));

test('before the approval the first step waits for the operator, the others are to come, and the button asks again', async () => {
  await openTab({ responses: unlinked, user: waiting });
  const { current, steps } = await seeStep('Approval');
  expect(current).toContain('waiting for the operator');
  expect(steps).toEqual([
    current,
    'OKX account, to come',
    'Trading key, to come',
    'Balance, to come',
    'First bot, to come',
  ]);
  expect(primaryActions()).toEqual(['Check again']);
});

test.each(['rejected', 'revoked'] as const)('after the decision %s the first step is blocked', async (approval) => {
  await openTab({ responses: unlinked, user: { has_granted: false, approval } });
  expect((await seeStep('Approval')).current).toContain('blocked');
});

test('a person who has run a bot and whose approval was withdrawn sees no list', async () => {
  await openTab({ responses: unlinked, user: { has_granted: false, approval: 'revoked', has_run_bot: true } });
  await expect.element(page.getByRole('heading', { name: 'Your approval was withdrawn.' })).toBeVisible();
  expect(list.elements()).toEqual([]);
});

test('without an account the step is to link one, and the tab says nothing of a balance', async () => {
  await openTab({ responses: unlinked });
  const { current, steps } = await seeStep('OKX account');
  expect(current).toContain('your turn');
  expect(steps[0]).toBe('Approval, doneapproved');
  await expect.element(page.getByRole('heading', { name: 'Link an OKX account' })).toBeVisible();
  expect(primaryActions()).toEqual(['Go to the Exchange tab']);
  await expect.element(toExchange).toHaveAttribute('href', '/dashboard/integration');
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
  expect(page.getByText('The balance is not available at the moment.').elements()).toEqual([]);
});

test('an account without a key needs a trading key', async () => {
  await openTab({ responses: linked({ key_state: 'none', api_key: '', permissions: null }) });
  const { current, steps } = await seeStep('Trading key');
  expect(current).toContain('your turn');
  expect(steps[1]).toBe('OKX account, doneMain account');
  await expect.element(page.getByRole('heading', { name: 'Create a trading key' })).toBeVisible();
  expect(primaryActions()).toEqual(['Go to the Exchange tab']);
});

const badKeys: readonly (readonly [string, Partial<ExchangeAccountWire>, string])[] = [
  ['missing', { key_state: 'missing' }, 'This account has no trading key.'],
  ['refused', { key_state: 'refused' }, 'OKX refuses the trading key.'],
  ['revoked', { key_state: 'revoked' }, 'The operator revoked the trading key for safety.'],
  ['allowed to withdraw', { permissions: ['trade', 'withdraw'] }, 'The key can withdraw.'],
];

test.each(badKeys)('a key that is %s blocks, with the reason and the way to another key', async (_, change, reason) => {
  await openTab({ responses: linked(change) });
  expect((await seeStep('Trading key')).current).toContain('blocked');
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(primaryActions()).toEqual(['Go to the Exchange tab']);
});

test('a finding of the check blocks until another check finds nothing', async () => {
  const findings = [findingOf('ACCOUNT_LEVEL', { level: 'spot' }), findingOf('KEY_NOT_BOUND', { days: '14' })];
  const preflight = vi.fn(checked(findings));
  await openTab({ responses: { preflight } });
  expect((await seeStep('Trading key')).current).toContain('blocked');
  await expect.element(page.getByText(/At the exchange choose “Futures”/)).toBeVisible();
  expect(page.getByText(/bound to no IP address/).elements()).toEqual([]);
  preflight.mockImplementation(checked([]));
  await page.getByRole('button', { name: 'Check again' }).click();
  await seeStep('First bot');
});

test('the test of an account on its card is a check of the list too', async () => {
  const preflight = vi.fn(checked([findingOf('ACCOUNT_LEVEL', { level: 'spot' })]));
  await show(
    <ProofProvider>
      <FirstRunCard />
      <AccountsSection onAsk={() => undefined} />
    </ProofProvider>,
    { responses: { ...creationResponses, preflight }, storage: memberStorage() },
  );
  expect((await seeStep('Trading key')).current).toContain('blocked');
  preflight.mockImplementation(checked([]));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await seeStep('First bot');
  expect(preflight).toHaveBeenCalledTimes(2);
});

test('with less than 1 USDT the step is the balance, and after a deposit the form opens', async () => {
  const margin = vi.fn(() => ({ ...fixedMargin, reserved: [], available: '0.99' }));
  await openTab({ responses: { margin } });
  const { current, steps } = await seeStep('Balance');
  expect(current).toContain('your turn');
  expect(steps[2]).toBe('Trading key, doneread, trade. No withdrawals');
  await expect.element(page.getByText('New bot not possible')).toBeVisible();
  await expect.element(page.getByText(/Deposit USDT at OKX/)).toBeVisible();
  expect(page.getByText(/Stop a bot/).elements()).toEqual([]);
  expect(page.getByRole('combobox', { name: 'Pair' }).elements()).toEqual([]);
  margin.mockImplementation(() => ({ ...fixedMargin, reserved: [], available: '250' }));
  await page.getByRole('button', { name: 'Check again' }).click();
  expect((await seeStep('First bot')).steps[3]).toBe('Balance, done250.00\u00a0USDT available');
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
});

test('a balance that cannot be read blocks, and the button reads it again', async () => {
  const margin = vi.fn<NonNullable<Responses['margin']>>(failing(502));
  await openTab({ responses: { margin } });
  expect((await seeStep('Balance')).current).toContain('blocked');
  margin.mockImplementation(() => fixedMargin);
  await page.getByRole('button', { name: 'Check again' }).click();
  await seeStep('First bot');
});

test('when everything is ready, the link of the last step leads by key to the heading of the form', async () => {
  await openTab();
  expect((await seeStep('First bot')).current).toContain('your turn');
  expect(primaryActions()).toEqual(['Go to the settings']);
  const heading = page.getByRole('heading', { name: 'Start a bot' });
  await expect.element(heading).toBeVisible();
  page.getByRole('link', { name: 'Go to the settings' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveFocus();
});

test.each(['margin', 'preflight'] as const)(
  'while the response of %s is missing, the page names no step',
  async (route) => {
    const responses: Responses = { [route]: () => new Promise<never>(() => undefined) };
    await openTab({ responses });
    await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
    expect(list.elements()).toEqual([]);
    expect(page.getByText('Your account is ready.').elements()).toEqual([]);
  },
);

test('while the linked accounts are not known, the page has neither the list nor the form below it', async () => {
  const myBots = vi.fn(() => []);
  await openTab({ responses: { myBots, oauthStatus: () => new Promise<never>(() => undefined) } });
  await vi.waitFor(() => expect(myBots).toHaveReturned());
  await expect.poll(() => document.querySelector('.bots-tab > .skeleton')).not.toBeNull();
  expect(list.elements()).toEqual([]);
  expect(page.getByRole('combobox', { name: 'Pair' }).elements()).toEqual([]);
});

test('when the linked accounts cannot be read, the page has no list', async () => {
  await openTab({ responses: { oauthStatus: failing(500) } });
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
  await expect.poll(() => document.querySelector('.bots-tab > .skeleton'), { timeout: 10_000 }).toBeNull();
  expect(list.elements()).toEqual([]);
});

test('the list disappears when the first bot runs, and does not return when the bot has ended', async () => {
  let bots: readonly BotWire[] = [];
  const me = vi.fn(() => ({ ...fixedProfile, has_run_bot: bots.length > 0 }));
  await openTab({ responses: { myBots: () => [...bots], me } });
  await seeStep('First bot');
  bots = [fixedBot];
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('article', { name: fixedBot.title })).toBeVisible();
  expect(list.elements()).toEqual([]);
  await vi.waitFor(() => expect(me.mock.results.at(-1)?.value).toMatchObject({ has_run_bot: true }));
  bots = [];
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => page.getByRole('article').elements(), { timeout: 10_000 }).toEqual([]);
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
  expect(list.elements()).toEqual([]);
});

test('a person who has run a bot sees no list', async () => {
  await openTab({ user: { has_run_bot: true } });
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
  expect(document.querySelector('.first-run, .bots-tab > .skeleton')).toBeNull();
});

const states = {
  waiting: [unlinked, waiting],
  unlinked: [unlinked, {}],
  blocked: [linked({ key_state: 'revoked' }), {}],
  ready: [{}, {}],
} as const;

test.each(
  languages.flatMap((language) =>
    Object.keys(states).map((state) => [language, state as keyof typeof states] as const),
  ),
)(
  'in the language %s the list of the state %s fits 320 px, and 360 px with twice the text size',
  async (language, state) => {
    const [responses, user] = states[state];
    await openTab({ language, responses, user });
    const ol = () => document.querySelector('.first-run-steps');
    await expect.poll(ol, { timeout: 10_000 }).not.toBeNull();
    for (const [width, size] of [
      [320, ''],
      [360, '200%'],
    ] as const) {
      await page.viewport(width, 780);
      document.documentElement.style.fontSize = size;
      const parts = [
        ...document.querySelectorAll('.first-run-steps, .first-run-steps li, .first-run-panel, .pending-card'),
      ];
      expect(
        parts
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
          .map(({ className }) => className),
      ).toEqual([]);
      expect(ol()?.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    }
    document.documentElement.style.fontSize = '';
  },
);
