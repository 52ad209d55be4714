// What the server serves now in place of this page: a browser never fetches again what it once could not, so a missing part comes with a new page only.
import { paths } from '../../paths.ts';

/** `none`: the server does not answer. `newer`: another version than this page. */
export type ServedPage = 'none' | 'same' | 'newer';

/** The entry script has another name in every version. */
const entryOf = (page: string): string | null => /<script[^>]* src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? null;

export const findServedPage = async (): Promise<ServedPage> => {
  try {
    const answer = await fetch(paths.home, { cache: 'no-store' });
    if (!answer.ok) return 'none';
    const entry = entryOf(await answer.text());
    return entry === null || document.querySelector(`script[src="${entry}"]`) !== null ? 'same' : 'newer';
  } catch {
    return 'none';
  }
};
