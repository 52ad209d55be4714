// Which page a visit opens first. A public page needs neither the session nor the router, so a visitor loads little code, and the build writes its HTML in every language.
import type { Language } from './i18n/language.ts';
import { paths } from './paths.ts';

export const publicPages = ['landing', 'demo', 'terms', 'privacy'] as const;
export type PublicPage = (typeof publicPages)[number];
/** `app`: every other page, and the start page of a person who is logged in. */
export type FirstPage = PublicPage | 'app';

/** The addresses of the public pages. */
export const publicPaths: Readonly<Record<PublicPage, string>> = {
  landing: paths.home,
  demo: paths.demo,
  terms: paths.terms,
  privacy: paths.privacy,
};

/** Returns the page at this address. The landing page is for people without a session only. */
export const firstPageOf = (pathname: string, hasSession: boolean): FirstPage => {
  const page = publicPages.find((each) => publicPaths[each] === pathname) ?? 'app';
  return page === 'landing' && hasSession ? 'app' : page;
};

/** Returns the mark of the HTML of a public page in one language. The page has it on its root element, when the build wrote its content. */
export const markOf = (page: FirstPage, language: Language): string => `${page} ${language}`;
