// The end of an algo order with its push, and the end of the algo orders of a closed position.
import { isSameSlot, type PositionSlot } from '../accounting/margin-modes.ts';
import type { Algo } from '../state/records.ts';
import { recordChange, indexAlgo, type Ledger, type World } from '../state/world.ts';

/** Ends an algo order as cancelled, triggered or failed, and queues the push. */
export function endAlgo(world: World, algo: Algo, state: 'canceled' | 'effective' | 'order_failed'): void {
  algo.state = state;
  algo.updatedAt = world.clock.now();
  indexAlgo(world, algo);
  recordChange(world, { kind: 'algo', value: algo });
  world.notices.push({ kind: 'algo', accountId: algo.accountId, algo: { ...algo } });
}

/** Cancels the stops of a closed position: the stops that close the whole position, and the stops with `cxlOnClosePos`. */
export function endWithPosition(world: World, ledger: Ledger, slot: PositionSlot): void {
  for (const algo of world.liveAlgos.get(slot.instId) ?? [])
    if (
      algo.accountId === ledger.account.accountId &&
      isSameSlot(algo, slot) &&
      (algo.closesAll || algo.isTied === true)
    )
      endAlgo(world, algo, 'canceled');
}
