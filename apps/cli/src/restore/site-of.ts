// The addresses of the exchange of an account: the sandbox of the server, or a site of OKX.
import { readFileSync } from 'node:fs';
import { okxSiteOf } from '@rondo/exchange';
import { BadInput } from '../command.ts';
import type { AccountSite, ComparisonDeps } from './account-listings.ts';

/** Returns the function that finds the addresses of an account. The sandbox must run, because its addresses are in its status file. */
export function siteOf(place: { readonly isSandbox: boolean; readonly statusFile: string }): ComparisonDeps['siteOf'] {
  if (!place.isSandbox) return okxSiteOf;
  return ({ environment }) => (environment === 'live' ? null : sandboxSite(place.statusFile));
}

function sandboxSite(file: string): AccountSite {
  let status: unknown;
  try {
    status = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadInput(`the sandbox of this server has never run, because ${file} cannot be read`, { cause: error });
  }
  if (isStatus(status)) return { restOrigin: status.rest, wsBase: status.ws };
  throw new BadInput(`${file} is not the status file of a sandbox`);
}

function isStatus(value: unknown): value is { readonly rest: string; readonly ws: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rest' in value &&
    typeof value.rest === 'string' &&
    'ws' in value &&
    typeof value.ws === 'string'
  );
}
