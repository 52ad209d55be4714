// React provider that keeps the live feed open while the dashboard is shown. The value of the context is true while balance or positions messages arrive.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { feedCloseCodes } from '@rondo/contract';
import { useApi } from '../calls/api-context.tsx';
import { useChosenAccount } from '../queries/chosen-account.ts';
import { feedAddress, startFeed } from './feed.ts';
import { applyFeedMessage, readFeedMessage } from './feed-messages.ts';

const FeedContext = createContext(false);

export const FeedProvider = ({ children }: { readonly children: ReactNode }) => {
  const api = useApi();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const accountId = useChosenAccount().account?.id;
  useEffect(() => {
    if (accountId === undefined) return undefined;
    return startFeed(
      {
        fetchTicket: async (id) => (await api.call('wsTicket', { body: { account_id: id } })).token,
        openSocket: (id, ticket) => new WebSocket(feedAddress(location.origin, id, ticket)),
        onMessage: (text) => {
          const message = readFeedMessage(text);
          if (message !== null) applyFeedMessage(queries, message);
          return message?.type === 'balance' || message?.type === 'positions';
        },
        onLive: setLive,
        // A session that was replaced continues with the tokens of the next one. When the session has ended, the call for the ticket logs the person out.
        isFinalClose: (code) => code === feedCloseCodes.tooMany,
      },
      accountId,
    );
  }, [accountId, api, queries]);
  return <FeedContext value={isLive}>{children}</FeedContext>;
};

/** Returns true while balance or positions arrive over the socket. Pages do not poll the balance while the result is true. */
export const useFeedLive = (): boolean => useContext(FeedContext);
