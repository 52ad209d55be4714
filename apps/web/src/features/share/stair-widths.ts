// The widths of the steps in the drawn stair, which doubles its steps as the ladder does.
/** Returns the share of each step of the position: 1, 1, 2, 4 and so on, with widths softened so that ten steps stay visible. */
export const stairWidths = (steps: number): readonly number[] => {
  const softened = Array.from({ length: steps }, (_, index) => (index < 2 ? 1 : 2 ** (index - 1)) ** 0.62);
  const sum = softened.reduce((total, part) => total + part, 0);
  return softened.map((part) => part / sum);
};
