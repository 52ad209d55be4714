// The typed catalogue: its keys come from English. It is loaded in parts, so that a visitor does not load a member’s words.
import type { catalogue as english } from './en/catalogue.ts';
import type { PlaceholdersOf, Section } from './message.ts';
import { loadFonts } from './fonts.ts';
import type { Language } from './language.ts';

type English = typeof english;
export type MessageKey = keyof English;
export type Catalogue = Section<English>;
/** The messages that are here already. */
export type Texts = Partial<Catalogue>;

/** The values a message needs; none when it has no placeholder. */
export type ValuesFor<Key extends MessageKey> = [PlaceholdersOf<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<English[Key]>, string | number>>];

/** start: every page. guest: log-in, registration, errors. member: behind the log-in. legal: terms and privacy. */
export type Part = 'start' | 'guest' | 'member' | 'legal';
type Load = () => Promise<{ readonly texts: Texts }>;

const legalOf = async (load: Promise<{ readonly legal: Texts }>) => ({ texts: (await load).legal });

const loaders: Readonly<Record<Language, Readonly<Record<Part, Load>>>> = {
  en: {
    start: () => import('./en/start.ts'),
    guest: () => import('./en/guest.ts'),
    member: () => import('./en/member.ts'),
    legal: () => legalOf(import('./en/legal.ts')),
  },
  ko: {
    start: () => import('./ko/start.ts'),
    guest: () => import('./ko/guest.ts'),
    member: () => import('./ko/member.ts'),
    legal: () => legalOf(import('./ko/legal.ts')),
  },
  ru: {
    start: () => import('./ru/start.ts'),
    guest: () => import('./ru/guest.ts'),
    member: () => import('./ru/member.ts'),
    legal: () => legalOf(import('./ru/legal.ts')),
  },
  zh: {
    start: () => import('./zh/start.ts'),
    guest: () => import('./zh/guest.ts'),
    member: () => import('./zh/member.ts'),
    legal: () => legalOf(import('./zh/legal.ts')),
  },
  ja: {
    start: () => import('./ja/start.ts'),
    guest: () => import('./ja/guest.ts'),
    member: () => import('./ja/member.ts'),
    legal: () => legalOf(import('./ja/legal.ts')),
  },
};

/** At most five languages with four parts each. */
const asked = new Map<string, Promise<Texts>>();

const fetchPart = async (language: Language, part: Part): Promise<Texts> => {
  const [{ texts }] = await Promise.all([loaders[language][part](), loadFonts(language)]);
  return texts;
};

/** One language's messages of a part, the same promise for every caller; rejects when the chunk cannot be loaded. */
export const loadPart = (language: Language, part: Part): Promise<Texts> => {
  const key = `${language} ${part}`;
  const known = asked.get(key);
  if (known !== undefined) return known;
  const loading = fetchPart(language, part);
  asked.set(key, loading);
  // A failed one is asked for again by whoever tries next.
  loading.catch(() => asked.delete(key));
  return loading;
};

/** Every part that was asked for so far, now in another language. */
export const loadAskedParts = async (language: Language): Promise<void> => {
  const parts = new Set([...asked.keys()].map((key) => key.split(' ')[1]));
  const all: readonly Part[] = ['start', 'guest', 'member', 'legal'];
  await Promise.all(all.filter((part) => parts.has(part)).map((part) => loadPart(language, part)));
};
