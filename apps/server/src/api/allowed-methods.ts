// Finds the methods of each path. A call with another method gets 405 with the list of the supported methods (RFC 9110, 15.5.6).
import type { Api } from './api.ts';

interface Known {
  readonly parts: readonly string[];
  readonly methods: readonly string[];
}

/** Records the routes that are registered after this call. Returns a function that returns the methods of a path, or an empty list for an unknown path. */
export function collectMethods(api: Api): (pathname: string) => readonly string[] {
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

/** Returns the parts of a path. A slash at the end is ignored, as in the router. */
function partsOf(pathname: string): readonly string[] {
  return pathname.replace(/\/$/, '').split('/');
}

/** Returns whether a route matches the parts of a path. A parameter of the route matches one part that has at least one character. */
function isOf(route: readonly string[], parts: readonly string[]): boolean {
  const isSame = (part: string, place: number): boolean =>
    part === parts[place] || (part.startsWith(':') && parts[place] !== '');
  return route.length === parts.length && route.every(isSame);
}
