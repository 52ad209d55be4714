// The types of the part of `semver` that the lock checks use. The package contains no types.
declare module 'semver' {
  export function satisfies(version: string, range: string): boolean;
}
