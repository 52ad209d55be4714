// The moving average of Wilder: the mean of the first values, and then an average in which each value has the weight 1 / length.

/**
 * Returns the average at each value. The average is NaN before `length` values. `values` has no NaN, and `length` is a whole number above 0.
 */
export function wilderAverages(values: Float64Array, length: number): Float64Array {
  const averages = new Float64Array(values.length).fill(Number.NaN);
  let average = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (index < length) average += value;
    else average = (average * (length - 1) + value) / length;
    if (index === length - 1) average /= length;
    if (index >= length - 1) averages[index] = average;
  }
  return averages;
}
