// The page that a visitor wanted before the log-in. The history of the browser keeps it as the state of the entry, also when the page is loaded again.
import { versionName } from '../features/settings-text/version-name.ts';
import { paths } from '../paths.ts';

/** The state of a history entry of the start page. */
export type Wanted = { readonly wanted: string };

/** Returns the state for an address that is opened after the log-in, or null. Only a link with settings is: the settings exist nowhere else. */
export const wantedOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): Wanted | null =>
  pathname === paths.bots && new URLSearchParams(search).has(versionName) ? { wanted: `${pathname}${search}` } : null;

/** Returns the address in the state of a history entry, or null. */
export const readWanted = (state: unknown): string | null => {
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null;
  return typeof wanted === 'string' && wanted.startsWith(`${paths.bots}?`) ? wanted : null;
};
