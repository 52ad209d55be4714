// Converts a user agent string to a readable name, for example "Firefox, Windows".

/** The order is important, because the user agent of Edge and Opera also contains "Chrome", and the user agent of Chrome also contains "Safari". */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
const longest = 60;

/**
 * Returns the readable name, or null for an empty text. For a text with no known browser or system, the result is the text itself,
 * truncated to `longest` characters.
 */
export const agentName = (agent: string): string | null => {
  if (agent.trim() === '') return null;
  const found = [browsers, systems].flatMap((list) => {
    const match = list.find(([mark]) => agent.includes(mark));
    return match === undefined ? [] : [match[1]];
  });
  return found.length === 0 ? agent.slice(0, longest) : found.join(', ');
};
