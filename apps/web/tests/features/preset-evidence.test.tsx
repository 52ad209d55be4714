// Tests of the evidence beside the marks of the presets (decision 44).
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CandleCoverage } from '@rondo/contract';
import { crashDefencePresets } from '@rondo/strategy';
import { initialCreateForm, type CreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { atOnce, simulatedEntryOf } from '../../src/features/create/plan/simulated-entry.ts';
import { PresetCards } from '../../src/features/create/fields/preset-cards.tsx';
import { MarkWithEvidence } from '../../src/features/what-if/evidence-mark.tsx';
import { isEvidence } from '../../src/features/what-if/evidence-candles.ts';
import type { WhatIfRequest } from '../../src/features/what-if/what-if-messages.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { fixedInstrument } from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { formWorld } from '../support/form-world.ts';
import { show } from '../support/show.tsx';
import { breakWorker, serveMonth, whileSimulating } from '../support/stored-month.ts';

const dayMs = 86_400_000;
const candlesPerDay = 96;

const coverage = (source: 'live' | 'sandbox' | 'imported', days: number): CandleCoverage => ({
  instId: 'BTC-USDT-SWAP',
  bar: '15m',
  is_simulated: source === 'sandbox',
  state: 'whole',
  months: [
    {
      month: '2024-01',
      source,
      candles: days * candlesPerDay,
      missing: 0,
      from: 0,
      to: days * dayMs,
      tick_size: '0.1',
      bytes: 9,
      hash: 'a',
    },
  ],
  at: 0,
});

test.each([
  ['live', 730, true],
  ['imported', 730, true],
  ['live', 729, false],
  ['sandbox', 1_461, false],
] as const)('candles of the source %s over %i days are evidence: %s', (source, days, expected) => {
  expect(isEvidence(coverage(source, days))).toBe(expected);
});

test('two months with 24 months between them are no evidence', () => {
  const { months, ...rest } = coverage('live', 30);
  const later = months.map((month) => ({ ...month, from: 730 * dayMs, to: 760 * dayMs, hash: 'b' }));
  expect(isEvidence({ ...rest, months: [...months, ...later] })).toBe(false);
});

test('candles without a month are no evidence', () => {
  expect(isEvidence({ ...coverage('live', 730), months: [] })).toBe(false);
});

test('without candles of a live venue the presets have their marks, and a sentence says that no simulation has tested the marks', async () => {
  const cards = (
    <PresetCards
      chosen={crashDefencePresets[0] ?? null}
      onChoose={() => undefined}
      config={null}
      entry={atOnce}
      lastPrice={null}
      allocation={null}
    />
  );
  await show(cards, { responses: { candleCoverage: () => coverage('sandbox', 1_461) } });
  await expect.element(page.getByText(/^Marks such as “recommended” have not been tested by simulation/)).toBeVisible();
  await expect.element(page.getByText('recommended', { exact: true })).toBeVisible();
});

test.each([
  ['BTC', 730, 'ETH', 729, true],
  ['ETH', 730, 'BTC', 729, true],
  ['BTC', 730, 'ETH', 730, false],
] as const)(
  'with %s candles over %i days and %s candles over %i days the sentence without evidence is shown: %s',
  async (...[one, daysOfOne, other, daysOfOther, isShown]) => {
    const days = new Map<string, number>([
      [`${one}-USDT-SWAP`, daysOfOne],
      [`${other}-USDT-SWAP`, daysOfOther],
    ]);
    const candleCoverage = vi.fn<NonNullable<Responses['candleCoverage']>>(({ params }) => ({
      ...coverage('live', days.get(params.id) ?? 0),
      instId: params.id,
    }));
    await show(
      <PresetCards
        chosen={null}
        onChoose={() => undefined}
        config={null}
        entry={atOnce}
        lastPrice={null}
        allocation={null}
      />,
      { responses: { candleCoverage } },
    );
    await expect.poll(() => candleCoverage.mock.results.length).toBe(2);
    await expect.element(page.getByText('recommended', { exact: true })).toBeVisible();
    const sentence = page.getByText(/have not been tested by simulation/);
    await expect.poll(() => sentence.elements().length).toBe(isShown ? 1 : 0);
  },
);

const spans = {
  btc: { fromAt: 0, toAt: 1_000 * dayMs },
  eth: { fromAt: 200 * dayMs, toAt: 1_100 * dayMs },
  isImported: false,
};

test('after a simulated liquidation the sentence comes first and the mark has no emphasis', async () => {
  const evidence = { liquidated: 3, runs: 54, ...spans };
  const { container } = await show(<MarkWithEvidence mark="recommended" evidence={evidence} />);
  expect(container.textContent).toMatch(/liquidated in 3 of 54 simulated runs\.recommended$/);
  expect(container.querySelector('.chip')).toBeNull();
});

test('without a liquidation the mark keeps its emphasis, and the sentence follows with the dates of each pair', async () => {
  const evidence = { liquidated: 0, runs: 54, ...spans };
  const { container } = await show(<MarkWithEvidence mark="testers" evidence={evidence} />);
  expect(container.textContent).toMatch(/^for testers.*none of 54 simulated runs was liquidated\.$/);
  expect(container.textContent).toMatch(/BTC \(.*1970 to .*1972\) and ETH \(.*1970 to .*1973\)/);
  expect(container.querySelector('.chip')).not.toBeNull();
});

test('evidence from imported candles says so', async () => {
  const evidence = { liquidated: 0, runs: 54, ...spans, isImported: true };
  const { container } = await show(<MarkWithEvidence mark="testers" evidence={evidence} />);
  expect(container.textContent).toMatch(/liquidated\. The operator has imported all or some of these candles\.$/);
});

test('before the evidence is known the mark has no emphasis and no sentence', async () => {
  const { container } = await show(<MarkWithEvidence mark="recommended" evidence="waiting" />);
  expect(container.textContent).toBe('recommended');
  expect(container.querySelector('.chip')).toBeNull();
});

/** The settings of the form, on candles of both pairs. The stored month stands for all months. */
const openCards = async (changes: Partial<CreateForm> = {}, responses: Responses = {}) => {
  const Cards = () => {
    const form = { ...initialCreateForm, allocation: '2000', ...changes };
    const model = previewCreate(form, formWorld, useI18n());
    return (
      <PresetCards
        chosen={null}
        onChoose={() => undefined}
        config={model.config}
        entry={simulatedEntryOf(form)}
        lastPrice={formWorld.lastPrice}
        allocation={model.allocation}
      />
    );
  };
  const { container } = await show(<Cards />, {
    responses: {
      candleCoverage: ({ params }) => ({ ...coverage('live', 730), instId: params.id }),
      instruments: () => ({ items: [fixedInstrument, { ...fixedInstrument, instId: 'BTC-USDT-SWAP' }], at: 0 }),
      ...responses,
    },
  });
  const titles = (): readonly string[] =>
    [...container.querySelectorAll('.preset-title')].map((each) => each.textContent);
  const marked = (): string => titles().find((title) => title.includes('recommended')) ?? '';
  return { container, marked };
};

const untested = /recommendedcould not be tested by simulation with these settings$/;

test('with candles of both pairs the mark has its evidence', async () => {
  serveMonth();
  const { container, marked } = await openCards();
  await expect.poll(marked, whileSimulating).toMatch(/none of 54 simulated runs was liquidated\.$/);
  expect(container.querySelectorAll('.chip').length).toBeGreaterThan(0);
});

test('with an entry rule the evidence is the one of rounds at its signals', async () => {
  serveMonth();
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const { marked } = await openCards({ entryMode: 'signal' });
  await expect.poll(marked, whileSimulating).toMatch(/none of 54 simulated runs was liquidated\.$/);
  const requests = sent.mock.calls.map(([message]) => message as WhatIfRequest);
  const entries = requests.flatMap((request) => (request.kind === 'settings' ? [request.entry] : []));
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every((entry) => entry?.kind === 'rule' && entry.rule.kind === 'rsi')).toBe(true);
  sent.mockRestore();
});

test.each<[string, Partial<CreateForm>, Responses]>([
  ['the files of the candles cannot be loaded', {}, {}],
  ['an AI model opens the rounds', { entryMode: 'ai' }, {}],
  ['the server does not answer', {}, { candleCoverage: failing(500, 'INTERNAL') }],
])('when %s the mark has no emphasis, and a sentence says so', async (_name, changes, responses) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 404 }));
  const { container, marked } = await openCards(changes, responses);
  await expect.poll(marked, whileSimulating).toMatch(untested);
  expect(container.querySelector('.chip')).toBeNull();
});

test('when the worker cannot start the mark has no emphasis, and a sentence says so', async () => {
  serveMonth();
  breakWorker();
  const { container, marked } = await openCards();
  await expect.poll(marked, whileSimulating).toMatch(untested);
  expect(container.querySelector('.chip')).toBeNull();
});

test('when the allocation opens no round on a pair the mark has no emphasis, and a sentence says so', async () => {
  serveMonth();
  const { container, marked } = await openCards({ allocation: '1' });
  await expect.poll(marked, whileSimulating).toMatch(untested);
  expect(container.querySelector('.chip')).toBeNull();
});
