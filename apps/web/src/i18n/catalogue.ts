// The typed message catalogue. The English texts define the keys. The catalogue is loaded in parts, so that a visitor does not load the texts for members.
import type { catalogue as english } from './en/catalogue.ts';
import type { PlaceholdersOf, Section } from './message.ts';
import { withChunkTimeout } from '../lib/page/lazy-component.ts';
import { loadFonts } from './fonts.ts';
import type { Language } from './language.ts';

type English = typeof english;
/** A key of the catalogue. */
export type MessageKey = keyof English;
/** All messages of one language. */
export type Catalogue = Section<English>;
/** The messages that are loaded. */
export type Texts = Partial<Catalogue>;

/** The values of the placeholders that a message needs. The object is empty when the message has no placeholder. */
export type ValuesFor<Key extends MessageKey> = [PlaceholdersOf<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<English[Key]>, string | number>>];

/**
 * start: every page. guest: log-in, registration, errors. member: shared by most pages behind the log-in. create: the form
 * of a new bot. entry: the signal of a new bot. review: the panel of a new bot and its review, which the demo does not have. history: the history page. venues: the exchange tab and linking. security: the security page. replay: replayed rounds. demo: the demo page. whatIf: the what-if strip. signals: the decisions about a bot that waits for a signal.
 * chartPage: the chart page of a bot. help: the command palette, the map of keys and the explanations of terms. legal: terms and privacy. wallet: the wallet page. operator: the operator's console.
 */
const parts = [
  'start',
  'guest',
  'member',
  'create',
  'entry',
  'review',
  'history',
  'venues',
  'security',
  'replay',
  'demo',
  'whatIf',
  'signals',
  'chartPage',
  'help',
  'legal',
  'wallet',
  'operator',
] as const;
/** A part of the catalogue that is loaded separately. */
export type Part = (typeof parts)[number];
type Load = () => Promise<{ readonly texts: Texts }>;

const loaders: Readonly<Record<Language, Readonly<Record<Part, Load>>>> = {
  en: {
    start: () => import('./en/start.ts'),
    guest: () => import('./en/guest.ts'),
    member: () => import('./en/member.ts'),
    create: async () => ({ texts: (await import('./en/bots/create.ts')).create }),
    entry: async () => ({ texts: (await import('./en/bots/entry.ts')).entry }),
    review: () => import('./en/review.ts'),
    history: async () => ({ texts: (await import('./en/bots/history.ts')).history }),
    venues: () => import('./en/venues.ts'),
    security: async () => ({ texts: (await import('./en/access/security.ts')).security }),
    replay: async () => ({ texts: (await import('./en/bots/replay.ts')).replay }),
    demo: async () => ({ texts: (await import('./en/bots/demo.ts')).demo }),
    whatIf: async () => ({ texts: (await import('./en/bots/what-if.ts')).whatIf }),
    signals: async () => ({ texts: (await import('./en/bots/signals.ts')).signals }),
    legal: async () => ({ texts: (await import('./en/site/legal.ts')).legal }),
    chartPage: async () => ({ texts: (await import('./en/bots/chart-page.ts')).chartPage }),
    help: () => import('./en/help.ts'),
    wallet: async () => ({ texts: (await import('./en/site/wallet.ts')).wallet }),
    operator: async () => ({ texts: (await import('./en/site/operator.ts')).operator }),
  },
  ko: {
    start: () => import('./ko/start.ts'),
    guest: () => import('./ko/guest.ts'),
    member: () => import('./ko/member.ts'),
    create: async () => ({ texts: (await import('./ko/bots/create.ts')).create }),
    entry: async () => ({ texts: (await import('./ko/bots/entry.ts')).entry }),
    review: () => import('./ko/review.ts'),
    history: async () => ({ texts: (await import('./ko/bots/history.ts')).history }),
    venues: () => import('./ko/venues.ts'),
    security: async () => ({ texts: (await import('./ko/access/security.ts')).security }),
    replay: async () => ({ texts: (await import('./ko/bots/replay.ts')).replay }),
    demo: async () => ({ texts: (await import('./ko/bots/demo.ts')).demo }),
    whatIf: async () => ({ texts: (await import('./ko/bots/what-if.ts')).whatIf }),
    signals: async () => ({ texts: (await import('./ko/bots/signals.ts')).signals }),
    legal: async () => ({ texts: (await import('./ko/site/legal.ts')).legal }),
    chartPage: async () => ({ texts: (await import('./ko/bots/chart-page.ts')).chartPage }),
    help: () => import('./ko/help.ts'),
    wallet: async () => ({ texts: (await import('./ko/site/wallet.ts')).wallet }),
    operator: async () => ({ texts: (await import('./ko/site/operator.ts')).operator }),
  },
  ru: {
    start: () => import('./ru/start.ts'),
    guest: () => import('./ru/guest.ts'),
    member: () => import('./ru/member.ts'),
    create: async () => ({ texts: (await import('./ru/bots/create.ts')).create }),
    entry: async () => ({ texts: (await import('./ru/bots/entry.ts')).entry }),
    review: () => import('./ru/review.ts'),
    history: async () => ({ texts: (await import('./ru/bots/history.ts')).history }),
    venues: () => import('./ru/venues.ts'),
    security: async () => ({ texts: (await import('./ru/access/security.ts')).security }),
    replay: async () => ({ texts: (await import('./ru/bots/replay.ts')).replay }),
    demo: async () => ({ texts: (await import('./ru/bots/demo.ts')).demo }),
    whatIf: async () => ({ texts: (await import('./ru/bots/what-if.ts')).whatIf }),
    signals: async () => ({ texts: (await import('./ru/bots/signals.ts')).signals }),
    legal: async () => ({ texts: (await import('./ru/site/legal.ts')).legal }),
    chartPage: async () => ({ texts: (await import('./ru/bots/chart-page.ts')).chartPage }),
    help: () => import('./ru/help.ts'),
    wallet: async () => ({ texts: (await import('./ru/site/wallet.ts')).wallet }),
    operator: async () => ({ texts: (await import('./ru/site/operator.ts')).operator }),
  },
  zh: {
    start: () => import('./zh/start.ts'),
    guest: () => import('./zh/guest.ts'),
    member: () => import('./zh/member.ts'),
    create: async () => ({ texts: (await import('./zh/bots/create.ts')).create }),
    entry: async () => ({ texts: (await import('./zh/bots/entry.ts')).entry }),
    review: () => import('./zh/review.ts'),
    history: async () => ({ texts: (await import('./zh/bots/history.ts')).history }),
    venues: () => import('./zh/venues.ts'),
    security: async () => ({ texts: (await import('./zh/access/security.ts')).security }),
    replay: async () => ({ texts: (await import('./zh/bots/replay.ts')).replay }),
    demo: async () => ({ texts: (await import('./zh/bots/demo.ts')).demo }),
    whatIf: async () => ({ texts: (await import('./zh/bots/what-if.ts')).whatIf }),
    signals: async () => ({ texts: (await import('./zh/bots/signals.ts')).signals }),
    legal: async () => ({ texts: (await import('./zh/site/legal.ts')).legal }),
    chartPage: async () => ({ texts: (await import('./zh/bots/chart-page.ts')).chartPage }),
    help: () => import('./zh/help.ts'),
    wallet: async () => ({ texts: (await import('./zh/site/wallet.ts')).wallet }),
    operator: async () => ({ texts: (await import('./zh/site/operator.ts')).operator }),
  },
  ja: {
    start: () => import('./ja/start.ts'),
    guest: () => import('./ja/guest.ts'),
    member: () => import('./ja/member.ts'),
    create: async () => ({ texts: (await import('./ja/bots/create.ts')).create }),
    entry: async () => ({ texts: (await import('./ja/bots/entry.ts')).entry }),
    review: () => import('./ja/review.ts'),
    history: async () => ({ texts: (await import('./ja/bots/history.ts')).history }),
    venues: () => import('./ja/venues.ts'),
    security: async () => ({ texts: (await import('./ja/access/security.ts')).security }),
    replay: async () => ({ texts: (await import('./ja/bots/replay.ts')).replay }),
    demo: async () => ({ texts: (await import('./ja/bots/demo.ts')).demo }),
    whatIf: async () => ({ texts: (await import('./ja/bots/what-if.ts')).whatIf }),
    signals: async () => ({ texts: (await import('./ja/bots/signals.ts')).signals }),
    legal: async () => ({ texts: (await import('./ja/site/legal.ts')).legal }),
    chartPage: async () => ({ texts: (await import('./ja/bots/chart-page.ts')).chartPage }),
    help: () => import('./ja/help.ts'),
    wallet: async () => ({ texts: (await import('./ja/site/wallet.ts')).wallet }),
    operator: async () => ({ texts: (await import('./ja/site/operator.ts')).operator }),
  },
};

/** Cache of the parts that were requested. The key of an entry is "language part", so the cache has at most 5 languages x 18 parts. It exists until the page is closed. */
const partCache = new Map<string, Promise<Texts>>();

const fetchPart = async (language: Language, part: Part): Promise<Texts> => {
  const [{ texts }] = await withChunkTimeout(Promise.all([loaders[language][part](), loadFonts(language)]));
  return texts;
};

/** Returns the messages of a part in one language. Every caller gets the same promise. The promise rejects when the chunk cannot be loaded. */
export const loadPart = (language: Language, part: Part): Promise<Texts> => {
  const key = `${language} ${part}`;
  const known = partCache.get(key);
  if (known !== undefined) return known;
  const loading = fetchPart(language, part);
  partCache.set(key, loading);
  // A part that failed to load is removed from the cache, so the next call loads the part again.
  loading.catch(() => partCache.delete(key));
  return loading;
};

/** Loads, in the given language, every part that the page has already requested in any language. */
export const loadPartsInUse = async (language: Language): Promise<void> => {
  const known = new Set([...partCache.keys()].map((key) => key.split(' ')[1]));
  await Promise.all(parts.filter((part) => known.has(part)).map((part) => loadPart(language, part)));
};
