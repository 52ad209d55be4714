// The screens of the bench of the web app with their limits.

/** One screen with its limits. A limit that is null is not checked. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly needsMember: boolean;
  readonly leastScore: number;
  /** KB are 1,000 bytes, with the headers of the responses. */
  readonly mostScriptKb: number | null;
  readonly mostShift: number;
}

const screens: readonly Screen[] = [
  { name: 'landing', path: '/', needsMember: false, leastScore: 97, mostScriptKb: 80, mostShift: 0.02 },
  { name: 'demo', path: '/demo', needsMember: false, leastScore: 90, mostScriptKb: null, mostShift: 0.02 },
  { name: 'bots', path: '/dashboard/bot', needsMember: true, leastScore: 90, mostScriptKb: 210, mostShift: 0.02 },
];

export const visitsPerScreen = 5;
/** The language with the largest fonts, and the KB that it may need beyond English. */
export const extraLanguage = 'ko';
export const mostExtraKb = 100;

/** Returns the screens with these names, or all screens. */
export function screensOf(names: readonly string[]): readonly Screen[] {
  const chosen = screens.filter(({ name }) => names.includes(name));
  return chosen.length === 0 ? screens : chosen;
}
