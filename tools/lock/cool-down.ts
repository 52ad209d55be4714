// The cool-down of new packages: a version must have been public for some days before it can get into the lock file, because stolen versions are mostly found in this time.
// It is an option of `npm run lock` and not a setting of `.npmrc`, because there it refuses `npm ci` of a fresh clone while a locked version is young.

/** Ours: most malicious versions were removed within three days, and a week includes a weekend. */
export const coolDownDays = 7;

const dayMs = 24 * 60 * 60_000;

/** Returns the days of `--days N` of the command line, and without the option the days of the cool-down. Throws for other arguments. */
export function readDays(args: readonly string[]): number {
  if (args.length === 0) return coolDownDays;
  const [name, days] = args;
  if (args.length !== 2 || name !== '--days' || days === undefined || !/^\d{1,3}$/.test(days))
    throw new Error('Usage: npm run lock [-- --days N]');
  return Number(days);
}

/** Returns the newest date of publication that a version may have, in the format of npm's `--before`. `now` is in epoch ms. */
export function newestDate(now: number, days: number): string {
  return new Date(now - days * dayMs).toISOString();
}
