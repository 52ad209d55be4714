// Which page a visit opens first. A public page needs neither the session nor the router, so a visitor loads little code. The build writes the HTML of the public pages and of the bots tab in every language.
import type { Language } from './i18n/language.ts';
import type { AppStorage } from './lib/storage/storage.ts';
import { paths } from './paths.ts';

const publicPages = ['landing', 'demo', 'terms', 'privacy'] as const;
/** The pages with content from the build. `bots`: the frame of the bots tab, without data of a person. */
export const writtenPages = [...publicPages, 'bots'] as const;
export type WrittenPage = (typeof writtenPages)[number];
/** `app`: every other page, and the start page of a person who is logged in. */
export type FirstPage = WrittenPage | 'app';

/** The addresses of the written pages. */
export const writtenPaths: Readonly<Record<WrittenPage, string>> = {
  landing: paths.home,
  demo: paths.demo,
  terms: paths.terms,
  privacy: paths.privacy,
  bots: paths.bots,
};

export type Visitor = {
  readonly hasSession: boolean;
  /** True when the written frame of the bots tab is right for this person (`fitsFrame`). */
  readonly fitsFrame: boolean;
};

type Address = { readonly pathname: string; readonly search: string };

/** Returns the page at this address. The landing page is for people without a session only. */
export const firstPageOf = ({ pathname, search }: Address, { hasSession, fitsFrame }: Visitor): FirstPage => {
  const page = writtenPages.find((each) => writtenPaths[each] === pathname) ?? 'app';
  // The parameters of the address change what the bots tab shows.
  if (page === 'bots') return fitsFrame && search === '' ? page : 'app';
  return page === 'landing' && hasSession ? 'app' : page;
};

/**
 * Returns true when the written frame of the bots tab is right for the person of this storage: the person is logged in and approved, and sees amounts.
 * The script of `index.html` hides the frame by the same rule.
 */
export const fitsFrame = (storage: AppStorage): boolean =>
  storage.read('accessToken') !== null &&
  storage.readUser()?.has_granted === true &&
  storage.read('hidesAmounts') !== 'true';

/** Returns the mark of the HTML of a written page in one language. The page has it on its root element, when the build wrote its content. */
export const markOf = (page: FirstPage, language: Language): string => `${page} ${language}`;
