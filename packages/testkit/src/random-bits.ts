// Finds the bits of texts that are not random.

/** A random bit of 400 samples is set in less than 30 % or in more than 70 % of them with a probability of 1e-15. */
const share = { min: 0.3, max: 0.7 };
const samplesMin = 400;

/** Returns the number of bits, of all samples together, that are about as often set as not. A counter, a time and a fixed character have bits that are almost always equal. Throws when the samples have different lengths, or are too few. */
export function randomBits(samples: readonly Uint8Array[]): number {
  const [first] = samples;
  if (first === undefined || samples.length < samplesMin)
    throw new Error(`The number of samples is ${samples.length}.`);
  if (samples.some(({ length }) => length !== first.length)) throw new Error('The samples have different lengths.');
  let bits = 0;
  for (let bit = 0; bit < first.length * 8; bit += 1) {
    const count = samples.filter((sample) => ((sample[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    if (count > samples.length * share.min && count < samples.length * share.max) bits += 1;
  }
  return bits;
}
