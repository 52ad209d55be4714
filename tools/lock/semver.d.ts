// The part of `semver` that the lock checks use; the package contains no types.
declare module 'semver' {
  export function satisfies(version: string, range: string): boolean;
}
