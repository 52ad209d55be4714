// Which methods a path knows: a call with another one is told them (RFC 9110, 15.5.6), not that the path does not exist.
import type { Api } from './api.ts';

interface Known {
  readonly parts: readonly string[];
  readonly methods: readonly string[];
}

/** Watches the routes that are registered after this call; answers the methods of a path, none for an unknown one. */
export function trackMethods(api: Api): (pathname: string) => readonly string[] {
  const known: Known[] = [];
  api.addHook('onRoute', ({ url, method }) => {
    known.push({ parts: partsOf(url), methods: typeof method === 'string' ? [method] : method });
  });
  return (pathname) => {
    const parts = partsOf(pathname);
    const found = known.filter((route) => isOf(route.parts, parts)).flatMap(({ methods }) => methods);
    return [...new Set(found)].toSorted();
  };
}

/** A last slash changes nothing, as for the router. */
function partsOf(pathname: string): readonly string[] {
  return pathname.replace(/\/$/, '').split('/');
}

/** A parameter is one part of the path, whatever it says. */
function isOf(route: readonly string[], parts: readonly string[]): boolean {
  const isSame = (part: string, place: number): boolean =>
    part === parts[place] || (part.startsWith(':') && parts[place] !== '');
  return route.length === parts.length && route.every(isSame);
}
