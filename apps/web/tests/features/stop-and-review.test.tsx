// Tests of the confirmation dialogs before a bot is stopped and before it is started.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import type { CreateForm } from '../../src/features/create/plan/create-form.ts';
import { initialSignal } from '../../src/features/create/plan/entry-signal.ts';
import { ReviewSample } from '../../src/workbench/review-sample.tsx';
import { fixedAccount, fixedBot, fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const openStop = async (item: RegExp) => {
  const stopping = { ...fixedBot, phase: 'stopping' as const };
  const botStatus = vi.fn<NonNullable<Responses['botStatus']>>(() => ({
    success: true,
    pending: false,
    bot: stopping,
  }));
  const card = <BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { botStatus }, storage: memberStorage() });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return { botStatus, dialog: page.getByRole('alertdialog') };
};

test('a stop command opens a confirmation dialog, the cancel button has the focus, and a click on this button sends no request', async () => {
  const { botStatus, dialog } = await openStop(/Close/);
  await expect.element(dialog).toBeVisible();
  const safe = dialog.getByRole('button').first();
  await expect.element(safe).toHaveFocus();
  await safe.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(botStatus).not.toHaveBeenCalled();
});

test('the dialog before the close of a position shows the size and the price, and its last button sends the stop command once', async () => {
  const { botStatus, dialog } = await openStop(/Close/);
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText(/0.737/)).toBeVisible();
  await expect.element(dialog.getByText(/3,371.20/)).toBeVisible();
  await dialog.getByRole('button').last().click();
  await vi.waitFor(() => expect(botStatus).toHaveBeenCalledOnce());
  expect(botStatus.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'bot-1' } });
});

test.each([
  ['en', /^\S+ to \S+USDT$/],
  ['ko', /^\S+ ~ \S+USDT$/],
  ['ru', /^от \S+ до \S+USDT$/],
  ['zh', /^\S+ 至 \S+USDT$/],
  ['ja', /^\S+〜\S+USDT$/],
] as const)('in the language %s, the result of a close has both ends in one text', async (language, text) => {
  await show(<BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />, { language });
  await page
    .getByRole('button', { name: { en: 'Stop', ko: '중지', ru: 'Остановить', zh: '停止', ja: '停止' }[language] })
    .click();
  await page.getByRole('menuitem').first().click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(document.querySelector('.result-range')?.textContent).toMatch(text);
});

test('the review of the first bot of a user can start the bot only after the user has checked the check box', async () => {
  const onStart = vi.fn();
  await show(<ReviewSample isFirstBot onStart={onStart} />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  const start = dialog.getByRole('button').last();
  await expect.element(start).toBeDisabled();
  await dialog.getByRole('checkbox').click();
  await expect.element(start).toBeEnabled();
  await start.click();
  expect(onStart).toHaveBeenCalledOnce();
});

test('when the creation is blocked, the review shows the reason and its start button is disabled', async () => {
  await show(<ReviewSample blocked="No price of ETH-USDT-SWAP." />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
  await expect.element(dialog.getByRole('button').last()).toBeDisabled();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('No price of ETH-USDT-SWAP.');
});

test('the review shows the account, all settings, the fees of each column, the funding, and that rounds repeat', async () => {
  await show(<ReviewSample />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  const settings = dialog.getByRole('region', { name: 'All settings' });
  await expect
    .element(settings)
    .toHaveTextContent(
      /AccountMain ••••4cnw.*Allocation2,000.00.*Share used as margin50%Leverage10xSteps4Cyclic steps1/,
    );
  await expect
    .element(settings)
    .toHaveTextContent(
      /Step distance1.33%Take-profit0.5%Cycle credit100%Stop lossnoneNew round after a take-profitonCompoundingon/,
    );
  const cells = (name: RegExp): readonly (string | null)[] =>
    dialog
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  expect(cells(/^Fees in and out/)).toEqual(['0.88', '2.38', '4.38']);
  expect(
    dialog
      .getByRole('columnheader')
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['After step 1', 'After the base (steps 1 to 3)', 'After all 4 steps']);
  expect(cells(/^Position, USDT/)).toEqual(['1,248.99', '4,996.42', '9,995.14']);
  expect(cells(/^Gain before fees/)).toEqual(['+6.25', '+25.00', '+27.01']);
  expect(cells(/^Gain after fees/)).toEqual(['+5.37', '+22.62', '+22.62']);
  await expect.element(dialog.getByText(/include one take-profit of each cyclic step/)).toBeVisible();
  await expect.element(dialog.getByText(/a new round starts by itself/)).toBeVisible();
  await expect.element(dialog.getByText(/The figures do not include funding/)).toBeVisible();
});

test('when step 1 is the whole base, the review has no column of the base', async () => {
  await show(<ReviewSample changes={{ martinSteps: 3, cyclicSteps: 2 }} />);
  await page.getByRole('button', { name: 'Open' }).click();
  const heads = page.getByRole('dialog').getByRole('columnheader').elements().slice(1);
  expect(heads.map(({ textContent }) => textContent)).toEqual(['After step 1', 'After all 3 steps']);
});

test('each figure of the review has an explanation', async () => {
  await show(<ReviewSample />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  expect(dialog.getByRole('row').getByRole('button').elements()).toHaveLength(7);
  await dialog.getByRole('button', { name: 'About “Fees in and out, USDT”' }).click();
  await expect.element(page.getByText(/The first entry pays the taker fee/)).toBeVisible();
});

test.each<[Partial<CreateForm>, RegExp]>([
  [{}, /EntryAt onceAllocation/],
  [{ entryMode: 'ai' }, /EntryAI \(GPT\)Allocation/],
  [{ entryMode: 'signal' }, /EntryRSI \(14\) 30, 1 hour, when RSI returns past the levelAllocation/],
  [
    { entryMode: 'signal', signal: { ...initialSignal, kind: 'ichimoku', bar: '4H', when: 'while' } },
    /EntryIchimoku, 4 hours, at each bar of the trendAllocation/,
  ],
  [{ entryMode: 'signal', signal: { ...initialSignal, kind: 'webhook' } }, /EntryWebhookAllocation/],
  [
    { isShadowed: true, signal: { ...initialSignal, when: 'while' } },
    /EntryAt onceObserve a signal alongside the botRSI \(14\) 30, 1 hour, while RSI is beyond the levelAllocation/,
  ],
])('the review always has the entry, with the bars at which a rule fires: case %#', async (changes, text) => {
  await show(<ReviewSample changes={changes} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog').getByRole('region', { name: 'All settings' })).toHaveTextContent(text);
});

test.each([
  [true, 'on', /with the allocation and the net result so far/],
  [false, 'off', /with the allocation, or with less after a net loss/],
])('with compounding %s the review says with which amount the next round starts', async (compound, word, amount) => {
  await show(<ReviewSample changes={{ compound }} />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('region', { name: 'All settings' })).toHaveTextContent(`Compounding${word}`);
  await expect.element(dialog.getByText(/a new round starts by itself/)).toHaveTextContent(amount);
});

test('the review of a bot of one round says that the bot ends, and has no compounding', async () => {
  await show(<ReviewSample changes={{ autoReentry: false }} />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  const settings = dialog.getByRole('region', { name: 'All settings' });
  await expect.element(settings).toHaveTextContent('New round after a take-profitoff');
  await expect.element(settings).not.toHaveTextContent('Compounding');
  await expect.element(dialog.getByText(/The bot trades one round/)).toBeVisible();
  expect(dialog.getByText(/a new round starts by itself/).elements()).toEqual([]);
});

test.each([
  [true, 1],
  [false, 0],
])(
  'with new rounds %s the menu has %i switch for the last round, because a bot of one round always ends after it',
  async (enabled, count) => {
    const basic = { ...fixedBot.basic, auto_reentry: { ...fixedBot.basic.auto_reentry, enabled } };
    const bot = { ...fixedBot, basic, is_last: !enabled };
    await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
      storage: memberStorage(),
    });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.element(page.getByRole('menuitem', { name: /Close/ })).toBeVisible();
    expect(page.getByRole('menuitemcheckbox').elements()).toHaveLength(count);
  },
);

test('the error that too little margin is available names the account and the reserved amount of each running bot', async () => {
  const second = { ...fixedAccount, id: 'account-2', name: 'Second', api_key: 'efgh****stuv' };
  const another = { bot_id: 'bot-2', title: 'BTC short 30%', symbol: 'BTC-USDT-SWAP', amount: '1234.5' };
  const body = {
    message: 'Cannot create more bots.',
    error_code: 'INSUFFICIENT_MARGIN',
    message_key: 'errors.insufficientMargin',
    parameters: { needed: '2,000.00', available: '3.10' },
    correlation_id: 'c',
  };
  const error = new ApiError({ status: 409, code: 'INSUFFICIENT_MARGIN', body });
  await show(<ReviewSample error={error} />, {
    responses: {
      margin: () => ({ ...fixedMargin, reserved: [...fixedMargin.reserved, another] }),
      oauthStatus: () => ({ ...fixedStatus, accounts: [fixedAccount, second] }),
    },
    storage: memberStorage(),
  });
  await page.getByRole('button', { name: 'Open' }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect.element(alert).toHaveTextContent(/Cannot create more bots/);
  await expect.element(alert.getByText('Main account abcd****wxyz')).toBeVisible();
  const allocations = [...alert.element().querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ tagName, textContent }) => [tagName, textContent]),
  );
  expect(allocations).toEqual([
    [
      ['DT', fixedBot.title],
      ['DD', '2,000.00\u00a0USDT'],
    ],
    [
      ['DT', 'BTC short 30%'],
      ['DD', '1,234.50\u00a0USDT'],
    ],
  ]);
});
