// Counts the socket handshakes of each source address, and refuses a handshake when its address has made too many
// handshakes.
import { sandboxLimits } from '../limits.ts';
import type { HandshakeCount, World } from '../state/world.ts';

/**
 * Counts a handshake of the address, even when the handshake is refused. Returns false when the address has made too
 * many handshakes in the last second.
 */
export function countHandshake(world: World, address: string): boolean {
  const { handshakes, switches, clock } = world;
  const count = handshakes.get(address) ?? { made: 0, refused: 0, mostPerSecond: 0, recent: [] };
  // The oldest address is removed first, so that the number of stored addresses is bounded.
  if (!handshakes.has(address) && handshakes.size >= sandboxLimits.handshakeAddresses)
    for (const oldest of [...handshakes.keys()].slice(0, 1)) handshakes.delete(oldest);
  const now = clock.now();
  count.made += 1;
  count.recent = [...count.recent.filter((at) => now - at < sandboxLimits.handshakeWindowMs), now];
  count.mostPerSecond = Math.max(count.mostPerSecond, count.recent.length);
  handshakes.set(address, count);
  const isRefused = switches.handshakesPerSecond > 0 && count.recent.length > switches.handshakesPerSecond;
  if (isRefused) count.refused += 1;
  return !isRefused;
}

/** Returns the counts of each address, for tests and benchmarks. */
export function handshakeCounts(world: World): Record<string, Omit<HandshakeCount, 'recent'>> {
  return Object.fromEntries(
    [...world.handshakes].map(([address, { recent: _recent, ...counts }]) => [address, counts]),
  );
}
