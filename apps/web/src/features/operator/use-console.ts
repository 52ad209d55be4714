// The console's place in the address, and the ways to another one.
import { useLocation, useNavigate } from 'react-router';
import { readPlace, writePlace, type Place } from './console-place.ts';

export type Console = {
  readonly place: Place;
  /** Goes to what differs from where one is when it is called; `replace` leaves no step to come back to. */
  readonly go: (change: Partial<Place>, options?: { readonly replace: boolean }) => void;
};

export const useConsole = (): Console => {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    place: readPlace(new URLSearchParams(search)),
    go: (change, options = { replace: false }) => {
      // A search comes a moment after its last key: what was chosen meanwhile stays.
      const place = readPlace(new URLSearchParams(window.location.search));
      void navigate({ search: writePlace({ ...place, ...change }) }, { ...options, preventScrollReset: true });
    },
  };
};
