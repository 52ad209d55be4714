// The cool-down of the lock file itself: a version that came into the file by hand must be as old as one of `npm run lock`.
import { nameOf } from '../release/supply-chain.ts';
import type { LockedPackages } from './lock-file.ts';

export interface LockedVersion {
  readonly name: string;
  readonly version: string;
}

/** The times of publication of the versions of a package, as `npm view NAME time` prints them. */
export type PublicationTimes = Readonly<Record<string, string>>;

/** Returns the versions of `after` that `before` does not have. A version that was in the file before the cool-down is old enough. */
export function changedVersions(before: LockedPackages, after: LockedPackages): readonly LockedVersion[] {
  const known = versionsOf(before);
  return [...versionsOf(after)].flatMap(([key, locked]) => (known.has(key) ? [] : [locked]));
}

function versionsOf(packages: LockedPackages): ReadonlyMap<string, LockedVersion> {
  return new Map(
    Object.entries(packages).flatMap(([path, { name = nameOf(path), version, link }]) =>
      path.includes('node_modules/') && link !== true && version !== undefined
        ? [[`${name}@${version}`, { name, version }] as const]
        : [],
    ),
  );
}

/** Returns a sentence for each version that was published after `newest`, a time in epoch ms, and for each version whose time is not known. */
export function findYoung(
  versions: readonly LockedVersion[],
  timesOf: (name: string) => PublicationTimes,
  newest: number,
): readonly string[] {
  return versions.flatMap(({ name, version }) => {
    const time = timesOf(name)[version];
    const at = Date.parse(time ?? '');
    if (Number.isNaN(at)) return [`the registry does not know when ${name}@${version} was published`];
    return at > newest ? [`${name}@${version} was published at ${time}`] : [];
  });
}
