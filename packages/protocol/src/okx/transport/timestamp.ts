// The timestamp text of a signed REST request. It is computed from epoch milliseconds without a clock and without a date library.

const dayMs = 86_400_000;

/** Returns a time in ISO-8601 UTC with exactly three fractional digits. The time is given in epoch milliseconds and must be in the years 1970 to 9999. */
export function okxTimestamp(atMs: number): string {
  const days = Math.floor(atMs / dayMs);
  const ofDay = Math.floor(atMs) - days * dayMs;
  const { year, month, day } = civilDay(days);
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const [hours, minutes, seconds] = [ofDay / 3_600_000, (ofDay / 60_000) % 60, (ofDay / 1_000) % 60].map(Math.floor);
  return `${date}T${pad(hours ?? 0, 2)}:${pad(minutes ?? 0, 2)}:${pad(seconds ?? 0, 2)}.${pad(ofDay % 1_000, 3)}Z`;
}

// Converts days since 1970 to a Gregorian date. The days are counted in eras of 400 years. A year begins on 1 March here, so that a leap day is the last day of
// its year.
function civilDay(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
