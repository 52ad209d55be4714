// The script of an orphan order: an order with a client id of ours that no process of ours sent, as after the restore of an old database.
import { clientOrderId } from '@rondo/engine';
import { follow, keyedHash, type World } from '../world/world.ts';

const atMs = 40_000;
/** No bot of a short run reaches this round. */
const round = 900;

/** Places an orphan entry of the first bot far from the market. */
export function placeOrphan(world: World): void {
  const [bot] = world.checks.roster.all;
  if (bot === undefined) return;
  const slot = { botId: bot.botId, botNumber: bot.botNumber, round, kind: 'entry', step: 2, generation: 0 } as const;
  const isLong = bot.config.direction === 'long';
  const posSide = world.swarm.posMode === 'net_mode' ? 'net' : bot.config.direction;
  world.clock.after(atMs, () => {
    const isPlaced = world.core.administer('acts', {
      act: 'order',
      label: world.keys.get(bot.accountId)?.label ?? '',
      instId: bot.config.instrument.id,
      side: isLong ? 'buy' : 'sell',
      posSide,
      ordType: 'limit',
      sz: '1',
      px: isLong ? '2300' : '2900',
      clOrdId: clientOrderId(slot, keyedHash),
    });
    if (!isPlaced) throw new Error('The exchange refused the orphan order.');
    world.core.flush();
    follow(world);
  });
}
