// The typed catalogue: its keys come from English; each language is loaded on its own.
import type { catalogue as english } from './en/catalogue.ts';
import type { PlaceholdersOf, Section } from './message.ts';
import { loadFonts } from './fonts.ts';
import type { Language } from './language.ts';

type English = typeof english;
export type MessageKey = keyof English;
export type Catalogue = Section<English>;

/** The values a message needs; none when it has no placeholder. */
export type ValuesFor<Key extends MessageKey> = [PlaceholdersOf<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<English[Key]>, string | number>>];

const loaders: Readonly<Record<Language, () => Promise<{ readonly catalogue: Catalogue }>>> = {
  en: () => import('./en/catalogue.ts'),
  ko: () => import('./ko/catalogue.ts'),
  ru: () => import('./ru/catalogue.ts'),
  zh: () => import('./zh/catalogue.ts'),
  ja: () => import('./ja/catalogue.ts'),
};

/** Fetches one language's messages; rejects when the chunk cannot be loaded. */
export const loadCatalogue = async (language: Language): Promise<Catalogue> => {
  const [{ catalogue }] = await Promise.all([loaders[language](), loadFonts(language)]);
  return catalogue;
};
