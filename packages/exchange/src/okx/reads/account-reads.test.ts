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

test('an isolated position and a position of size zero are not reported, and a cross-margin position is reported', async () => {
  const data: unknown[] = [{ ...position, mgnMode: 'isolated', pos: '7' }, position, { ...position, pos: '0' }];
  const rest: OkxRest = {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async () => ({ kind: 'received', status: 200, envelope: { code: '0', msg: '', data } }),
  };
  const report = await createAccountReads(rest, clock).positions([rules]);
  expect(report.ok && report.value.map(({ lots }) => lots)).toEqual([150n]);
});
