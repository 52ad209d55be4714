// The picture of an account: what the node that trades the account writes for the other nodes, as JSON text.
import { metricsPeriods } from '@rondo/contract';
import type { AccountSnapshot, ShownPosition } from '@rondo/engine';
import type { BalanceReport } from '@rondo/engine/ports';
import { decode, encode } from '@rondo/strategy';
import type { LinkFigures, LinkMeters, LinkNow } from '../link-health/link-meters.ts';

/** The last readings of an account and the state of its link. An age is in ms at the time of the picture, and null when nothing was read yet. */
export interface AccountPicture {
  readonly balance: BalanceReport | null;
  readonly balanceAgeMs: number | null;
  readonly positions: readonly ShownPosition[];
  readonly positionsAgeMs: number | null;
  readonly permissions: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  /** A picture of an older node has no waits. */
  readonly waits?: AccountSnapshot['waits'];
  /** A picture of an older node has no losses. */
  readonly coveredLosses?: AccountSnapshot['coveredLosses'];
  /** A picture of an older node has no surpluses. */
  readonly surpluses?: AccountSnapshot['surpluses'];
  readonly link: LinkNow | null;
  /** The figures of the link by the length of the period in ms. Null when nobody watches the account. */
  readonly figures: Readonly<Record<string, LinkFigures>> | null;
}

/** Returns the text of a picture. The figures are computed only for a watched account. */
export function pictureText(
  accountId: string,
  snapshot: AccountSnapshot,
  { meters, isWatched }: { readonly meters: Pick<LinkMeters, 'now' | 'figures'>; readonly isWatched: boolean },
): string {
  const picture: AccountPicture = {
    balance: snapshot.balance,
    balanceAgeMs: snapshot.balanceAgeMs,
    positions: snapshot.positions,
    positionsAgeMs: snapshot.positionsAgeMs,
    permissions: snapshot.account?.permissions ?? null,
    addresses: snapshot.account?.addresses ?? null,
    waits: snapshot.waits,
    coveredLosses: snapshot.coveredLosses,
    surpluses: snapshot.surpluses,
    link: meters.now(accountId),
    figures: isWatched
      ? Object.fromEntries(Object.values(metricsPeriods).map((ms) => [String(ms), meters.figures(accountId, ms)]))
      : null,
  };
  return JSON.stringify(encode(picture));
}

/** Returns the picture of a text. */
export function readPicture(text: string): AccountPicture {
  return decode(JSON.parse(text)) as AccountPicture; // Only `pictureText` writes these texts.
}
