// The route of the ticket for the live feed, and the socket of the feed.
import type { WebSocket } from 'ws';
import { contractLimits, feedCloseCodes, feedQuerySchema, routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { findAccount } from '../trading/find-account.ts';
import { createFeeds, type Feeds } from './feed.ts';
import { createSocketPlaces, type SocketPlaces } from './socket-places.ts';
import { causeOf } from '../ops/log.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

const socketPath = '/ws/okx';

/** Serves /api/ws-ticket and /ws/okx?account_id&token. A ticket opens one socket of the account for which it was created, within 30 s. */
export function serveFeed(router: Router, context: AppContext): void {
  serve(router, routes.wsTicket, async ({ caller, body }) => {
    const account = findAccount(caller.accounts, { field: 'account_id', accountId: body.account_id });
    const { ticket, expiresAt } = await context.store.tickets.create({
      userId: caller.user.id,
      sessionId: caller.sessionId,
      accountId: account.id,
      now: context.clock.now(),
    });
    return { token: ticket, expires_at: expiresAt };
  });

  const feeds = createFeeds(context);
  const places = createSocketPlaces(context);
  context.metrics.gauge('rondo_feed_sockets', () => places.open());
  router.api.route({
    method: 'GET',
    url: socketPath,
    schema: { hide: true },
    // An upgrade without a valid ticket reads the database too, so it counts as a call of its address.
    onRequest: (request) => router.guards.admit(request, { access: 'public', path: socketPath }),
    preValidation: async (request) => {
      const { origin, host } = request.headers;
      if (origin !== undefined && !context.hostList.allowsOrigin(origin, host)) throw new ApiError('FORBIDDEN');
    },
    // A request that opens no socket returns 404.
    handler: async () => {
      throw new ApiError('NOT_FOUND');
    },
    wsHandler: (socket, request) => {
      // Messages that arrive before the check of the ticket also count towards the limit.
      boundInbound(context, socket);
      admit(context, { socket, query: request.query, places, feeds }).catch((error: unknown) => {
        context.log.write('error', 'feed.refused', { cause: causeOf(error) });
        socket.close(1011, 'unavailable');
      });
    },
  });
}

/** Counts the messages of a viewer and ignores their content (reliability 5.3 item 56). */
function boundInbound({ clock }: AppContext, socket: WebSocket): void {
  const windowMs = 10_000;
  let since = clock.now();
  let count = 0;
  socket.on('message', () => {
    const now = clock.now();
    if (now - since > windowMs) [since, count] = [now, 0];
    count += 1;
    if (count > contractLimits.socketMessagesPer10Seconds) socket.close(feedCloseCodes.tooMany, 'too many messages');
  });
}

interface SocketRequest {
  readonly socket: WebSocket;
  readonly query: unknown;
  readonly places: SocketPlaces;
  readonly feeds: Feeds;
}

async function admit(context: AppContext, { socket, query, places, feeds }: SocketRequest): Promise<void> {
  const parsed = feedQuerySchema.safeParse(query);
  const ticket = parsed.success ? await context.store.tickets.consume(parsed.data.token, context.clock.now()) : null;
  if (ticket === null || !parsed.success || ticket.accountId !== parsed.data.account_id) {
    return socket.close(feedCloseCodes.ticket, 'ticket refused');
  }
  const leave = await places.take(ticket.userId);
  if (leave === null) return socket.close(feedCloseCodes.tooMany, 'too many sockets');
  if (socket.readyState !== socket.OPEN) return leave();
  socket.on('close', leave);
  feeds.open(socket, { userId: ticket.userId, accountId: parsed.data.account_id, sessionId: ticket.sessionId });
}
