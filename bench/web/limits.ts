// The screens and the parts of the form in the bench of the web app, with their limits.

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

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', needsMember: false, leastScore: 97, mostScriptKb: 80, mostShift: 0.02 },
  { name: 'demo', path: '/demo', needsMember: false, leastScore: 90, mostScriptKb: null, mostShift: 0.02 },
  { name: 'bots', path: '/dashboard/bot', needsMember: true, leastScore: 90, mostScriptKb: 210, mostShift: 0.02 },
];

export const visitsPerScreen = 5;
/** The language with the largest fonts, and the KB that it may need beyond English. */
export const extraLanguage = 'ko';
export const mostExtraKb = 100;

/** A slider of the form. The last value of `column` in the table of the ladder changes by at least `change` with each step, and less with a price. */
export interface LadderSlider {
  readonly label: string;
  readonly column: string;
  readonly change: number;
}

export const ladderSliders: readonly LadderSlider[] = [
  // A step of 0.1 % moves the last of four prices by 0.3 %.
  { label: 'Step distance', column: 'From now', change: 0.2 },
  // A step of 1 x changes the last amount of a bot with 2,000 USDT by 500 USDT.
  { label: 'Leverage', column: 'Amount, USDT', change: 100 },
];

/** The sliders whose steps are measured in the what-if strip. */
export const stripSliders = ['Step distance', 'Take-profit', 'Leverage'] as const;

/** The times until a change of the form is painted. The limits are those of p95. */
export const formLimits = {
  ladderMs: 100,
  stripMs: 100,
  slowStripMs: 400,
  firstFigureMs: 300,
} as const;

/** How many times slower the page of the ladder and the worker of the strip are. */
export const slowdown = 4;
/** Each slider moves this number of steps up, and the same number down. */
export const stepsPerWay = 10;
/** The time from a painted step to the next step. */
export const pauseMs = 230;
/** Visits that measure the first figure of the strip. */
export const stripVisits = 12;
