// The name to which passkeys are bound. A browser uses a passkey only on pages of this name, so a page of another site never gets an answer.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api/api-error.ts';

/** The name of the service for authenticators, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Where a request was sent to. */
export interface RequestPlace {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** Returns where a request was sent to. */
export function placeOf({ headers: { host, origin } }: FastifyRequest): RequestPlace {
  return { host, origin };
}

/**
 * Returns the relying party for a request. The name is the host of the public address. Without a public address, passkeys work on localhost only, because an IP address
 * cannot have passkeys (WebAuthn 5.1.3). Returns null when the request was sent to another name.
 */
export function relyingPartyOf(publicUrl: string | null, { host, origin }: RequestPlace): RelyingParty | null {
  const base = publicUrl ?? `http://${host ?? ''}`;
  if (!URL.canParse(base)) return null;
  const { hostname, origin: own } = new URL(base);
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (name !== hostname || isIP(hostname) > 0 || hostname.startsWith('[')) return null;
  if (publicUrl === null && hostname !== 'localhost') return null;
  // The guard has refused foreign origins. A program without a browser sends none.
  return origin === undefined || origin === own ? { id: hostname, origin: own } : null;
}

/** Returns the relying party, or throws PASSKEYS_UNAVAILABLE. */
export function requireRelyingParty(publicUrl: string | null, place: RequestPlace): RelyingParty {
  const party = relyingPartyOf(publicUrl, place);
  if (party === null) throw new ApiError('PASSKEYS_UNAVAILABLE');
  return party;
}
