// Checks which version of the page the server serves now. A browser does not retry a module that failed to load; only a page reload does.
import { paths } from '../../paths.ts';

/** `none`: the server does not respond. `newer`: the server has another version than this page. */
export type ServedPage = 'none' | 'same' | 'newer';

/** Returns the name of the entry script, which differs in every version. */
const entryOf = (page: string): string | null => /<script[^>]* src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? null;

/** Fetches the start page and compares its entry script with the loaded one. */
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
