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
      // A search is applied after a delay, in which the user may have changed the place. The place is therefore read here and not during the render.
      const place = readPlace(new URLSearchParams(window.location.search));
      void navigate({ search: writePlace({ ...place, ...change }) }, { ...options, preventScrollReset: true });
    },
  };
};
