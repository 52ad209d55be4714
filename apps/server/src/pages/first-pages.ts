// The HTML of the public pages and of the bots tab with their content, which the build wrote in every language (first/en/index.html, first/en/dashboard/bot.html), and the choice of one of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preferredLanguage } from './preferred-language.ts';

/** The HTML by language and path, for example "en /terms". It is empty when the web app was not built. */
export type FirstPages = ReadonlyMap<string, string>;

/** The parts of a request that choose a page. */
export interface PageRequest {
  /** The address without the origin. */
  readonly url: string;
  readonly headers: { readonly 'accept-language'?: string | undefined; readonly cookie?: string | undefined };
}

/** Reads the pages of the built web app. */
export function readFirstPages(webFolder: string): FirstPages {
  const folder = path.join(webFolder, 'first');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(
    files.map((file) => {
      const [language = '', ...place] = file.replace(/(?:index)?\.html$/, '').split(path.sep);
      return [`${language} /${place.join('/')}`, readFileSync(path.join(folder, file), 'utf8')];
    }),
  );
}

/** The browser of a person with a session has this cookie. This person sees the dashboard at the start page, and only this person receives the frame of the bots tab. */
const sessionCookie = /(?:^|;\s*)rondo_session=1(?:;|$)/;
const framePath = '/dashboard/bot';
/** The links to the registration in the pages have the code of a visitor without an invitation (specification 2). */
const noInvitation = '?ref=111111';

/**
 * Returns the page in the language of the query `lang`, or else in the first known language of the browser. Returns null for any other address. The links to the
 * registration get the invitation code of the address.
 */
export function firstPageFor(pages: FirstPages, { url, headers }: PageRequest): string | null {
  const [pathname = '/', query = ''] = url.split('?');
  const searchParams = new URLSearchParams(query);
  const hasSession = sessionCookie.test(headers.cookie ?? '');
  if (pathname === '/' && hasSession) return null;
  // The parameters of the address change what the bots tab shows.
  if (pathname === framePath && (!hasSession || query !== '')) return null;
  const isKnown = (language: string): boolean => pages.has(`${language} ${pathname}`);
  const asked = searchParams.get('lang') ?? '';
  const language = isKnown(asked) ? asked : preferredLanguage(headers['accept-language'], isKnown);
  const page = pages.get(`${language} ${pathname}`) ?? null;
  const invitation = searchParams.get('ref');
  if (page === null || invitation === null) return page;
  return page.replaceAll(noInvitation, () => `?ref=${encodeURIComponent(invitation)}`);
}
