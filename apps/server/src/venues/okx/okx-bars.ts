// The lengths and the names of our bars.

export const barMs = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1H': 3_600_000,
  '4H': 14_400_000,
  '1D': 86_400_000,
} as const;

/** The names that OKX uses for our bars. A day is a UTC day. */
export const venueBar = { '1m': '1m', '5m': '5m', '15m': '15m', '1H': '1H', '4H': '4H', '1D': '1Dutc' } as const;

/** Returns our bar of this name, and bars of 15 minutes for an unknown name. */
export function barOf(text: string): keyof typeof barMs {
  return isBar(text) ? text : '15m';
}

/** Returns whether this is the name of one of our bars. */
export function isBar(text: string): text is keyof typeof barMs {
  return Object.hasOwn(barMs, text);
}
