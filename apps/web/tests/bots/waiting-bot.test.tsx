// Tests of the note of a bot with signals: the newest decision with its age, the reason why there is none, the time of the next decision, the signal that opened the round, and the effect of a rule beside the bot.
import type { BotSignalWire } from '@rondo/contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const decision: BotSignalWire = {
  closed_at: '2026-03-02T14:00:00Z',
  bar: '1H',
  outcome: 'open',
  reason: null,
  defense: 6,
  confidence: 0.5,
  note: 'test double, no model',
  model: 'double-1',
  values: {},
};

async function showCard(items: readonly BotSignalWire[], type = 'ai-gpt') {
  const bot = { ...fixedBot, phase: 'waiting_for_signal', entry: { ...fixedBot.entry, type } } as const;
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  const botSignals = () => ({
    items: [...items],
    opened_by: null,
    next_at: '2026-03-02T15:00:00Z',
    hook: null,
    shadow: null,
  });
  await show(card, { responses: { botSignals }, storage: memberStorage() });
}

test.each([
  ['a decision for a round is shown with its ladder span', decision, /: open, ladder span 6%/],
  ['a decision against a round is shown', { ...decision, outcome: 'wait' as const }, /: wait/],
  [
    'a missing decision is shown with its reason',
    { ...decision, outcome: 'none' as const, reason: 'budget' as const, defense: null, note: null },
    /no decision, the cost limit of the day is reached/,
  ],
])('%s, and the time of the next decision is shown', async (_name, signal, text) => {
  await showCard([signal]);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(/Next decision: /)).toBeVisible();
});

test('the text of the model is shown as a quotation with the name of the model', async () => {
  await showCard([decision]);
  await expect.element(page.getByText('Note from the model double-1: “test double, no model”')).toBeVisible();
});

test('a bot without a decision says that there is none', async () => {
  await showCard([]);
  await expect.element(page.getByText('No decision yet.')).toBeVisible();
});

test('a reading of a rule is shown with its values', async () => {
  const reading = { ...decision, outcome: 'wait', defense: null, note: null, model: null } as const;
  await showCard([{ ...reading, values: { rsi: '31.512345678' } }], 'rsi');
  await expect.element(page.getByText('Waits for a signal')).toBeVisible();
  await expect.element(page.getByText(/: no signal, RSI 31\.5123/)).toBeVisible();
});

test.each([
  ['missed', 'rsi', /: no decision, the bar did not arrive in time/],
  ['changed', 'rsi', /: no decision, the exchange changed a closed bar/],
  ['not_configured', 'ai-gpt', /: no decision, no model is configured/],
] as const)('a bar without a reading or decision is shown with the reason %s', async (reason, type, text) => {
  const missed = { ...decision, outcome: 'none', reason, defense: null, note: null, model: null } as const;
  await showCard([missed], type);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('a signal that came too late for the bot is shown with this reason', async () => {
  const late = { ...decision, outcome: 'none', reason: 'late', defense: null, note: null, model: null } as const;
  await showCard([{ ...late, values: { rsi: '29.5' } }], 'rsi');
  await expect.element(page.getByText(/: signal, too late for the bot: not used/)).toBeVisible();
  expect(page.getByText(/RSI 29\.5/).elements()).toEqual([]);
});

test('a bot with a distance from the volatility shows the reading for which it waits, and the distance of its running round', async () => {
  const entry = { ...fixedBot.entry, type: 'market', atr_multiplier: 1.5, step_distance: 1.41 };
  const reading = { ...decision, defense: null, note: null, model: null };
  const values = { atr: '30.386335087', close: '3237.62' };
  const responses = (openedValues: Record<string, string> | null) => ({
    botSignals: () => ({
      items: [{ ...reading, values }],
      opened_by: openedValues === null ? null : { ...reading, values: openedValues },
      next_at: '2026-03-02T15:00:00Z',
      hook: null,
      shadow: null,
    }),
  });
  const waiting = { ...fixedBot, phase: 'waiting_for_signal', entry } as const;
  const cardOf = (bot: typeof fixedBot) => <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  const first = await show(cardOf(waiting), { responses: responses(null), storage: memberStorage() });
  await expect.element(page.getByText('Waits for the hourly volatility (ATR)')).toBeVisible();
  await expect.element(page.getByText(/: signal, ATR 30\.3863 /)).toBeVisible();
  await expect.element(page.getByText(/Next reading: /)).toBeVisible();
  await first.unmount();
  const opened = responses({ ...values, distance: '1.41' });
  await show(cardOf({ ...fixedBot, entry }), { responses: opened, storage: memberStorage() });
  await expect.element(page.getByText('Step distance of this round, from ATR: 1.41%')).toBeVisible();
});

test('a bot that waits for messages creates its secret address, shows it once, and names its newest message', async () => {
  const bot = { ...fixedBot, phase: 'waiting_for_signal', entry: { ...fixedBot.entry, type: 'webhook' } } as const;
  const message = { ...decision, bar: null, defense: null, note: null, model: null, values: { action: 'hold' } };
  const botSignals = () => ({
    items: [{ ...message, outcome: 'wait' as const }],
    opened_by: null,
    next_at: null,
    hook: { created_at: null },
    shadow: null,
  });
  const renewHook = vi.fn<NonNullable<Responses['renewHook']>>(() => ({
    success: true,
    path: '/hooks/signal/a-secret',
    created_at: '2026-03-02T14:30:00Z',
  }));
  const card = (
    <ProofProvider>
      <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />
    </ProofProvider>
  );
  await show(card, { responses: { botSignals, renewHook }, storage: memberStorage() });
  await expect.element(page.getByText(/: message “hold”/)).toBeVisible();
  await page.getByRole('button', { name: 'Create a webhook URL' }).click();
  await expect
    .element(page.getByLabelText('Secret webhook URL of this bot'))
    .toHaveValue(`${location.origin}/hooks/signal/a-secret`);
  await expect.element(page.getByText(/It is shown only once/)).toBeVisible();
  expect(renewHook.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'bot-1' } });
});

test('the age of a reading is shown', async () => {
  const closedAt = new Date(Date.now() - 134 * 60_000).toISOString();
  await showCard([{ ...decision, closed_at: closedAt, outcome: 'wait', note: null }]);
  await expect.element(page.getByText(/: wait \(2\sh 14\smin ago\)/)).toBeVisible();
});

test('a bot whose round was opened by a signal shows this signal, and no later reading', async () => {
  const bot = { ...fixedBot, round: 3, entry: { ...fixedBot.entry, type: 'rsi' } };
  const reading = { ...decision, defense: null, note: null, model: null };
  const botSignals = () => ({
    items: [{ ...reading, outcome: 'wait' as const, values: { rsi: '55' } }],
    opened_by: { ...reading, values: { rsi: '29.5' } },
    next_at: '2026-03-02T15:00:00Z',
    hook: null,
    shadow: null,
  });
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { botSignals }, storage: memberStorage() });
  await expect.element(page.getByText('Signal that opened round 3')).toBeVisible();
  await expect.element(page.getByText(/: signal, RSI 29\.5/)).toBeVisible();
  expect(page.getByText(/RSI 55|Next reading/).elements()).toEqual([]);
});

const round = { round: 2, opened_at: '2026-03-02T12:00:00Z', ended_at: null, net_pnl: null, fired_at: null } as const;
const before = { ...round, round: 1, ended_at: '2026-03-02T11:00:00Z', net_pnl: '-4.5', would: 'out' } as const;

test.each([
  ['waiting', null, 'Round 2: no signal so far.'],
  ['later', '2026-03-02T13:30:00Z', 'Round 2: the signal came 1 h 30 min after the opening.'],
  ['same', '2026-03-02T11:00:00Z', 'Round 2: the signal came before the opening.'],
] as const)('a rule beside the bot with the effect %s is shown with it', async (would, firedAt, text) => {
  const shadow = { rule: 'rsi', bar: '1H', length: 14, level: '30', when: 'crossing' } as const;
  const bot = { ...fixedBot, entry: { ...fixedBot.entry, shadow } };
  const reading = { ...decision, outcome: 'wait', defense: null, note: null, model: null } as const;
  const botSignals = () => ({
    items: [{ ...reading, values: { rsi: '31.5' } }],
    opened_by: null,
    next_at: '2026-03-02T15:00:00Z',
    hook: null,
    shadow: { rounds: [{ ...round, would, fired_at: firedAt }, before], out_net_pnl: '-4.5' },
  });
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { botSignals }, storage: memberStorage() });
  await expect.element(page.getByText('Observed signal: RSI (14) 30, 1H. It does not act.')).toBeVisible();
  await expect.element(page.getByText(/: no signal, RSI 31\.5/)).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(/1 not at all \(their result: .4\.50\sUSDT\)/)).toBeVisible();
});
