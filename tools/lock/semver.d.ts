// The part of `semver` that the lock checks use; the package has no types of its own.
declare module 'semver' {
  export function satisfies(version: string, range: string): boolean;
}
