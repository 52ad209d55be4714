import { expect, test } from 'vitest';
import { fingerprintOf, kindAt, recordFills } from './fill-columns.ts';

test('a recorder stores every fill of a long series', () => {
  const recorder = recordFills();
  const count = 3_000;
  for (let place = 0; place < count; place += 1)
    recorder.take(place, { kind: place % 5, step: place % 10, price: 200_000 + place, lots: 1 + place });
  const fills = recorder.columns();
  expect([fills.count, fills.candle.length, fills.lots.length]).toEqual([count, count, count]);
  for (const place of [0, 1_023, 1_024, 2_048, 2_999]) {
    expect([fills.candle[place], fills.kind[place], fills.step[place]]).toEqual([place, place % 5, place % 10]);
    expect([fills.price[place], fills.lots[place]]).toEqual([200_000 + place, 1 + place]);
  }
  expect([kindAt(fills, 0), kindAt(fills, 2), kindAt(fills, 4)]).toEqual(['entry', 'exit', 'liquidation']);
});

test('later fills do not change columns that the recorder has already returned', () => {
  const recorder = recordFills();
  recorder.take(0, { kind: 0, step: 1, price: 200_000, lots: 3 });
  const before = recorder.columns();
  const fingerprint = fingerprintOf(before);
  recorder.take(1, { kind: 2, step: 0, price: 201_000, lots: 3 });
  expect([before.count, fingerprintOf(before)]).toEqual([1, fingerprint]);
  expect(fingerprintOf(recorder.columns())).not.toBe(fingerprint);
});
