// The state of the exchange: all records for a snapshot, and a summary for people and tests.
import type { Raw } from '../wire/envelope.ts';
import { handshakeCounts } from '../access/handshake-rates.ts';
import { isHeld } from '../market/market-timeline.ts';
import { formatBaseUnits } from '../base-units.ts';
import type { Change } from '../state/records.ts';
import { worldRecord, type World } from '../state/world.ts';

/** Returns all records for a snapshot of the journal. */
export function snapshot(world: World): Change[] {
  const changes: Change[] = [worldRecord(world)];
  for (const line of world.timelines.values()) {
    const { instId } = line.instrument;
    for (const stretch of line.segments) changes.push({ kind: 'stretch', value: { ...stretch, instId } });
    for (const mark of line.manualPrices) changes.push({ kind: 'mark', value: { ...mark, instId } });
  }
  for (const value of world.oauthClients.values()) changes.push({ kind: 'oauthClient', value });
  for (const value of world.grants.values()) changes.push({ kind: 'grant', value });
  for (const value of world.rules.values()) changes.push({ kind: 'rule', value });
  for (const apiKey of world.lostKeys) changes.push({ kind: 'lostKey', value: { apiKey } });
  for (const ledger of world.ledgers.values()) {
    changes.push({ kind: 'account', value: ledger.account });
    for (const value of ledger.orders) changes.push({ kind: 'order', value });
    for (const value of ledger.positions.values()) changes.push({ kind: 'position', value });
    for (const value of ledger.algos.values()) changes.push({ kind: 'algo', value });
    for (const value of ledger.fills) changes.push({ kind: 'fill', value });
    for (const value of ledger.bills) changes.push({ kind: 'bill', value });
    for (const value of ledger.transfers) changes.push({ kind: 'transfer', value });
    for (const value of ledger.episodes) changes.push({ kind: 'episode', value });
  }
  return changes;
}

/** Returns a summary of markets and accounts. It is the body of GET /sandbox/state. */
export function summarise(world: World, sockets: number): Raw {
  return {
    now: world.clock.now(),
    sockets,
    handshakes: handshakeCounts(world),
    markets: [...world.timelines.values()].map((line) => ({
      instId: line.instrument.instId,
      last: formatBaseUnits(BigInt(line.ticks) * line.instrument.tick),
      isHeld: isHeld(line),
      isRecorded: line.path.isRecorded,
      marketAt: line.walkedTo,
      candlesLeft: line.recorded ? line.recorded.rows - 1 - line.recorded.rowOf(line.walkedTo) : null,
    })),
    accounts: [...world.ledgers.values()].map(({ account, pending, fills, bills, positions }) => ({
      accountId: account.accountId,
      label: account.label,
      posMode: account.posMode,
      cash: formatBaseUnits(account.cash),
      pending: pending.size,
      fills: fills.length,
      bills: bills.length,
      openPositions: [...positions.values()].filter((position) => position.lots > 0n).length,
    })),
  };
}
