// Days as rows of weeks. A week begins on Monday.

export const daysOfWeek = 7;

/** Returns the place of a day (YYYY-MM-DD) in its week: 0 is Monday. */
export const placeInWeek = (day: string): number => (new Date(day).getUTCDay() + daysOfWeek - 1) % daysOfWeek;

/** Returns the rows of consecutive days. A place before the first or after the last day is null. */
export const weeksOf = <Day>(
  days: readonly Day[],
  dayOf: (day: Day) => string,
): readonly (readonly (Day | null)[])[] => {
  const first = days[0];
  if (first === undefined) return [];
  const places: readonly (Day | null)[] = [...Array.from({ length: placeInWeek(dayOf(first)) }, () => null), ...days];
  return Array.from({ length: Math.ceil(places.length / daysOfWeek) }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_place, place) => places[week * daysOfWeek + place] ?? null),
  );
};
