// Test of the restart: instrument rules, deleted keys, closed positions and attached stops are restored.
import { expect, test } from 'vitest';
import { rowsOf } from '../wire/envelope.ts';
import { createExchangeCore } from './exchange-core.ts';
import { openHarness, signedHeaders } from '../../tests/_harness.ts';
import { readChange, writeChange, type Change } from '../state/records.ts';

test('changed rules, deleted keys, position history and the attached stops of a resting order are restored from the journal', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  harness.order({ side: 'sell', ordType: 'market', sz: '1' });
  const [, other] = harness.core.accounts;
  if (other === undefined) throw new Error('the harness has no second account');
  harness.core.administer('acts', { label: 'b', act: 'loseKey', apiKey: other.apiKey });
  const attachAlgoOrds = [{ slTriggerPx: '1950', slOrdPx: '-1' }];
  harness.order({ side: 'buy', ordType: 'limit', sz: '1', px: '1990', attachAlgoOrds });
  harness.core.administer('instruments', { instId: 'ETH-USDT-SWAP', tickSz: '0.1' });
  const journal = harness.core.allChanges().map((change) => readChange(writeChange(change)));
  const later = createExchangeCore({ seed: 'desk', clock: harness.clock, speed: 0, restore: withoutReplay(journal) });
  const [keys] = harness.core.accounts;
  if (keys === undefined) throw new Error('the harness has no account');
  const ask = (path: string, query = '', of = keys) => {
    const target = query === '' ? path : `${path}?${query}`;
    const headers = signedHeaders(of, { method: 'GET', path: target, body: '', at: harness.clock.now() });
    return later.request({ method: 'GET', path, query, headers }).json;
  };
  expect(ask('/api/v5/account/positions-history').data).toHaveLength(1);
  expect(ask('/api/v5/account/config', '', other).code).toBe('50119');
  const [listed] = rowsOf(ask('/api/v5/public/instruments', 'instType=SWAP&instId=ETH-USDT-SWAP'));
  expect(listed).toMatchObject({ tickSz: '0.1' });
  expect(ask('/api/v5/trade/orders-algo-pending', 'ordType=conditional').data).toEqual([]);
  expect(ask('/api/v5/trade/orders-pending').data).toMatchObject([{ attachAlgoOrds: [{ slTriggerPx: '1950' }] }]);
});

// Removes the recording from the journal, because this test has no recording. After the restart the markets use the seeded path.
function withoutReplay(journal: readonly Change[]): readonly Change[] {
  return journal.flatMap((change): readonly Change[] => {
    if (change.kind === 'stretch' || change.kind === 'mark') return [];
    return change.kind === 'world' ? [{ ...change, value: { ...change.value, market: '' } }] : [change];
  });
}
