// Account linking of the exchange on which bots trade: its context, its routes, its return addresses, and its calls with the tokens of consents.
import { createKey, deleteKey } from './okx/keys/key-change.ts';
import { completeConsent } from './okx/link/consent.ts';
import { createLink, redirectUrisOf } from './okx/link/create-link.ts';
import { serveLink } from './okx/link/link-routes.ts';

export const venueLink = {
  create: createLink,
  serve: serveLink,
  redirectUrisOf,
  completeConsent,
  createKey,
  deleteKey,
} as const;
