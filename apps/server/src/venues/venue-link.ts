// Account linking of the exchange on which bots trade: its context, its routes and its return addresses.
import { createLink, redirectUrisOf } from './okx/link/create-link.ts';
import { serveLink } from './okx/link/link-routes.ts';

export const venueLink = { create: createLink, serve: serveLink, redirectUrisOf } as const;
