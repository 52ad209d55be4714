// Checks which version of the page the server serves now. A browser does not retry a module that failed to load, so the error page uses
// this check to decide about a reload.
import { paths } from '../../paths.ts';

/** `none`: the server does not respond. `newer`: the version of the server differs from the version of this page. */
export type ServedPage = 'none' | 'same' | 'newer';

/** Returns the address of the entry script. Two versions of the page have different addresses. */
const entryOf = (page: string): string | null => /<script[^>]* src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? null;

/** Fetches the start page and compares its entry script with the entry script of this page. */
export const findServedPage = async (): Promise<ServedPage> => {
  try {
    const response = await fetch(paths.home, { cache: 'no-store' });
    if (!response.ok) return 'none';
    const entry = entryOf(await response.text());
    return entry === null || document.querySelector(`script[src="${entry}"]`) !== null ? 'same' : 'newer';
  } catch {
    return 'none';
  }
};
