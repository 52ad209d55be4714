// Tests of what the what-if strip tells about its candles.
import { expect, test } from 'vitest';
import type { CandleCoverage } from '@rondo/contract';
import { WhatIfSource } from '../../src/features/what-if/candles/what-if-source.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { show } from '../support/show.tsx';

const dayMs = 86_400_000;
const barMs = 900_000;
const month = (place: number, tickSize: string): CandleCoverage['months'][number] => ({
  month: `2024-0${place + 1}`,
  source: 'live',
  candles: (200 * dayMs) / barMs,
  missing: 0,
  from: place * 200 * dayMs,
  to: (place + 1) * 200 * dayMs - barMs,
  tick_size: tickSize,
  bytes: 9,
  hash: String(place),
});
const coverage: CandleCoverage = {
  instId: 'BTC-USDT-SWAP',
  bar: '15m',
  is_simulated: false,
  state: 'whole',
  months: [month(0, '0.1'), month(1, '0.01')],
  at: 400 * dayMs + 3 * 3_600_000,
};
const result = { candles: 38_400, fromAt: 0, toAt: 400 * dayMs };

test('the strip tells that the tick size has changed and how old the newest candle is', async () => {
  const { container } = await show(<WhatIfSource coverage={coverage} result={result} />);
  expect(container.textContent).toContain('The tick size changed within these candles: 0.1 \u2192 0.01.');
  expect(container.textContent).toContain('The newest candle closed 3\u00a0h 0\u00a0min ago.');
  expect(container.textContent).not.toMatch(/missing|shorter/);
});

test('recent candles with one tick size have neither sentence', async () => {
  const same = { ...coverage, months: [month(0, '0.1'), month(1, '0.1')], at: 400 * dayMs };
  const { container } = await show(<WhatIfSource coverage={same} result={result} />);
  expect(container.textContent).not.toMatch(/tick size|newest candle/);
});

const sources: readonly (readonly [string, readonly CandleCoverage['months'][number]['source'][], string])[] = [
  ['the exchange', ['live', 'live'], 'on 38,400 15-minute candles of the exchange, '],
  ['the practice exchange', ['sandbox', 'sandbox'], 'on 38,400 made-up 15-minute candles of the practice exchange, '],
  ['a file', ['imported', 'imported'], 'on 38,400 15-minute candles that the operator has imported, '],
  [
    'a file and the exchange',
    ['imported', 'live'],
    'some are from the exchange, and the operator has imported the others.',
  ],
  [
    'a file and the practice exchange',
    ['imported', 'sandbox'],
    'some are made-up candles of the practice exchange, and the operator has imported the others.',
  ],
];

test.each(sources)('candles from %s are named so', async (_name, from, text) => {
  const months = from.map((source, place) => ({ ...month(place, '0.1'), source }));
  const { container } = await show(<WhatIfSource coverage={{ ...coverage, months }} result={result} />);
  expect(container.textContent).toContain(text);
});

/** The beginning of the sentence about candles that the operator has imported. */
const imported: Record<Language, RegExp> = {
  en: /candles that the operator has imported/,
  ko: /운영자가 가져온 15분봉/,
  ru: /свечам, которые загрузил оператор/,
  zh: /运营人员导入的/,
  ja: /運営者が取り込んだ/,
};

test.each(languages)('in the language %s imported candles are not called candles of the exchange', async (language) => {
  const months = [0, 1].map((place) => ({ ...month(place, '0.1'), source: 'imported' as const }));
  const source = <WhatIfSource coverage={{ ...coverage, months }} result={result} />;
  const { container } = await show(source, { language });
  expect(container.textContent).toMatch(imported[language]);
});
