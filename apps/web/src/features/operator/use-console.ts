// Reads the place of the console from the address, and navigates to another place.
import { useLocation, useNavigate } from 'react-router';
import { readPlace, writePlace, type Place } from './console-place.ts';

export type Console = {
  readonly place: Place;
  /** Applies changes to the current place. `replace` replaces the current history entry. */
  readonly go: (change: Partial<Place>, options?: { readonly replace: boolean }) => void;
};

export const useConsole = (): Console => {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    place: readPlace(new URLSearchParams(search)),
    go: (change, options = { replace: false }) => {
      // A search is applied after a delay, so the current place is read only when the change is applied.
      const place = readPlace(new URLSearchParams(window.location.search));
      void navigate({ search: writePlace({ ...place, ...change }) }, { ...options, preventScrollReset: true });
    },
  };
};
