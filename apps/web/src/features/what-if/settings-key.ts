// The key of settings that are simulated.

/** Returns a text that differs for different settings. A configuration contains integers that JSON cannot contain. */
export function keyOf(settings: object): string {
  return JSON.stringify(settings, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
