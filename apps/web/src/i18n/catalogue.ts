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
 * start: every page. guest: log-in, registration, errors. member: shared by most pages behind the log-in. firstRun: the check-list of the first run, and the page of a person without approval. create: the form
 * of a new bot. entry: the signal of a new bot. opening: when the rounds of a new bot open that does not open them at once. review: the panel of a new bot and its review, which the demo does not have. history: the history page. venues: the exchange tab and linking. security: the security page. replay: replayed rounds. demo: the demo page. whatIf: the what-if strip. banners: the banners of a bot: errors, holds, the trading key, and why entries wait. signals: the decisions about a bot that waits for a signal.
 * chartPage: the chart page of a bot. help: the command palette, the map of keys, the settings of a bot as text and the explanations of terms. legal: terms and privacy. wallet: the wallet page. operator: the operator's console.
 */
export type Part =
  | PublicPart
  | 'member'
  | 'firstRun'
  | 'create'
  | 'entry'
  | 'opening'
  | 'review'
  | 'history'
  | 'venues'
  | 'security'
  | 'demo'
  | 'whatIf'
  | 'banners'
  | 'signals'
  | 'chartPage'
  | 'help'
  | 'wallet'
  | 'operator';
type PublicPart = 'start' | 'guest' | 'replay' | 'legal';
/** The parts that `member-texts.ts` loads. */
export type MemberPart = Exclude<Part, PublicPart>;
type Load = () => Promise<{ readonly texts: Texts }>;
/** The function that loads each part in each language. */
export type Loaders<Name extends Part> = Readonly<Record<Language, Readonly<Record<Name, Load>>>>;

/** The texts of the pages without a session. The loaders of the other parts belong to the code that only the product loads. */
const publicLoaders: Loaders<PublicPart> = {
  en: {
    start: () => import('./en/start.ts'),
    guest: () => import('./en/guest.ts'),
    replay: async () => ({ texts: (await import('./en/bots/replay.ts')).replay }),
    legal: async () => ({ texts: (await import('./en/site/legal.ts')).legal }),
  },
  ko: {
    start: () => import('./ko/start.ts'),
    guest: () => import('./ko/guest.ts'),
    replay: async () => ({ texts: (await import('./ko/bots/replay.ts')).replay }),
    legal: async () => ({ texts: (await import('./ko/site/legal.ts')).legal }),
  },
  ru: {
    start: () => import('./ru/start.ts'),
    guest: () => import('./ru/guest.ts'),
    replay: async () => ({ texts: (await import('./ru/bots/replay.ts')).replay }),
    legal: async () => ({ texts: (await import('./ru/site/legal.ts')).legal }),
  },
  zh: {
    start: () => import('./zh/start.ts'),
    guest: () => import('./zh/guest.ts'),
    replay: async () => ({ texts: (await import('./zh/bots/replay.ts')).replay }),
    legal: async () => ({ texts: (await import('./zh/site/legal.ts')).legal }),
  },
  ja: {
    start: () => import('./ja/start.ts'),
    guest: () => import('./ja/guest.ts'),
    replay: async () => ({ texts: (await import('./ja/bots/replay.ts')).replay }),
    legal: async () => ({ texts: (await import('./ja/site/legal.ts')).legal }),
  },
};

/** Cache of the parts that were requested. The key of an entry is "language part", so the cache has at most 5 languages x 21 parts. It exists until the page is closed. */
const partCache = new Map<string, { readonly part: Part; readonly loading: Promise<Texts> }>();

const isPublic = (part: Part): part is PublicPart => part in publicLoaders.en;

const runLoader = async (language: Language, part: Part): Promise<{ readonly texts: Texts }> => {
  if (isPublic(part)) return publicLoaders[language][part]();
  const { memberLoaders } = await import('./member-texts.ts');
  return memberLoaders[language][part]();
};

const fetchPart = async (language: Language, part: Part): Promise<Texts> => {
  const [{ texts }] = await withChunkTimeout(Promise.all([runLoader(language, part), loadFonts(language)]));
  return texts;
};

/** Returns the messages of a part in one language. Every caller gets the same promise. The promise rejects when the chunk cannot be loaded. */
export const loadPart = (language: Language, part: Part): Promise<Texts> => {
  const key = `${language} ${part}`;
  const known = partCache.get(key);
  if (known !== undefined) return known.loading;
  const loading = fetchPart(language, part);
  partCache.set(key, { part, loading });
  // A part that failed to load is removed from the cache, so the next call loads the part again.
  loading.catch(() => partCache.delete(key));
  return loading;
};

/** Loads, in the given language, every part that the page has already requested in any language. */
export const loadPartsInUse = async (language: Language): Promise<void> => {
  await Promise.all([...partCache.values()].map(({ part }) => loadPart(language, part)));
};
