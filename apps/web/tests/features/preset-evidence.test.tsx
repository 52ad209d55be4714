// Tests of the evidence beside the marks of the presets (decision 44).
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CandleCoverage } from '@rondo/contract';
import { crashDefencePresets } from '@rondo/strategy';
import { PresetCards } from '../../src/features/create/fields/preset-cards.tsx';
import { MarkWithEvidence } from '../../src/features/what-if/evidence-mark.tsx';
import { isEvidence } from '../../src/features/what-if/evidence-candles.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { show } from '../support/show.tsx';

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
      <PresetCards chosen={null} onChoose={() => undefined} config={null} lastPrice={null} allocation={null} />,
      { responses: { candleCoverage } },
    );
    await expect.poll(() => candleCoverage.mock.results.length).toBe(2);
    await expect.element(page.getByText('recommended', { exact: true })).toBeVisible();
    const sentence = page.getByText(/have not been tested by simulation/);
    await expect.poll(() => sentence.elements().length).toBe(isShown ? 1 : 0);
  },
);

test('after a simulated liquidation the sentence comes first and the mark has no emphasis', async () => {
  const evidence = { liquidated: 3, runs: 54, fromAt: 0, toAt: 730 * dayMs };
  const { container } = await show(<MarkWithEvidence mark="recommended" evidence={evidence} />);
  expect(container.textContent).toMatch(/3 of 54 simulated runs were liquidated\.recommended$/);
  expect(container.querySelector('.chip')).toBeNull();
});

test('without a liquidation the mark keeps its emphasis, and the sentence follows', async () => {
  const evidence = { liquidated: 0, runs: 54, fromAt: 0, toAt: 730 * dayMs };
  const { container } = await show(<MarkWithEvidence mark="testers" evidence={evidence} />);
  expect(container.textContent).toMatch(/^for testers.*none of 54 simulated runs was liquidated\.$/);
  expect(container.querySelector('.chip')).not.toBeNull();
});
