// Tests of the reading of positions. Positions that a bot cannot own are not reported.
import { decimal } from '@rondo/decimal';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createAccountReads } from './account-reads.ts';
import type { OkxRest } from '../rest/rest.ts';
import { createServerClock } from '../rest/server-clock.ts';
import type { InstrumentRules } from './translate.ts';

const clock = createVirtualClock();
const rules: InstrumentRules = {
  id: 'ETH-USDT-SWAP',
  tickSz: decimal('0.01'),
  lotSz: decimal('0.01'),
  minSz: decimal('0.01'),
  ctVal: decimal('0.1'),
  tiers: [],
  takerFee: decimal('0.0005'),
  makerFee: decimal('0.0002'),
};
const position = {
  instType: 'SWAP',
  instId: rules.id,
  mgnMode: 'cross',
  posSide: 'net',
  pos: '1.5',
  avgPx: '2000',
  markPx: '2000',
  liqPx: '',
  upl: '0',
  lever: '10',
  uTime: '1700000000000',
  cTime: '1700000000000',
};

function readsOf(data: unknown[]) {
  const rest: OkxRest = {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async () => ({ kind: 'received', status: 200, envelope: { code: '0', msg: '', data } }),
  };
  return createAccountReads(rest, clock);
}

test('an isolated position and a position of size zero are not reported, and a cross-margin position is reported', async () => {
  const data: unknown[] = [{ ...position, mgnMode: 'isolated', pos: '7' }, position, { ...position, pos: '0' }];
  const report = await readsOf(data).positions([rules]);
  expect(report.ok && report.value.map(({ lots }) => lots)).toEqual([150n]);
});

const btc: InstrumentRules = { ...rules, id: 'BTC-USDT-SWAP' };

test.each([
  ['a number instead of a text', { pos: 7 }],
  ['a size that is no number', { pos: 'many' }],
  ['an unknown margin mode', { mgnMode: 'shared' }],
])(
  'a position with %s is reported without a size, and the positions on other instruments are read',
  async (_name, changes) => {
    const report = await readsOf([
      { ...position, ...changes },
      { ...position, instId: btc.id },
    ]).positions([rules, btc]);
    expect(report.ok && report.value.map(({ instrumentId, lots }) => [instrumentId, lots])).toEqual([
      [rules.id, 0n],
      [btc.id, 150n],
    ]);
    expect(report.ok && report.value.map(({ unreadable }) => typeof unreadable)).toEqual(['string', 'undefined']);
  },
);

test('a size off the known units makes the reading fail and names the size, and a row of another instrument is ignored', async () => {
  expect(await readsOf([{ ...position, pos: '1.505' }]).positions([rules])).toMatchObject({
    ok: false,
    offGrid: { instrumentId: rules.id, text: '1.505' },
  });
  expect(await readsOf([{ ...position, instId: btc.id, pos: 7 }]).positions([rules])).toMatchObject({ value: [] });
});
