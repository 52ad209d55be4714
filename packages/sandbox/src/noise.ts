// Seeded chance by name: the same words always give the same stream, on every machine and after every restart.

/** A 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A stream of uniform numbers in [0, 1) (mulberry32). */
export function createNoise(name: string): () => number {
  let state = hashText(name);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One roughly normal number (mean 0, deviation 1) from four uniform ones; its tails end at 3.5 deviations. */
export function normal(noise: () => number): number {
  return (noise() + noise() + noise() + noise() - 2) * 1.7320508;
}

/** Lower-case letters and digits of a given length: ids and keys of the sandbox's accounts. */
export function nameFrom(noise: () => number, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let name = '';
  for (let index = 0; index < length; index += 1) name += letters.charAt(Math.floor(noise() * letters.length));
  return name;
}
