// Keeps the live feed open while the dashboard is shown, and tells whether messages arrive.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { feedCloseCodes } from '@rondo/contract';
import { useApi } from './api-context.tsx';
import { startFeed } from './feed.ts';
import { applyFeedMessage, readFeedMessage } from './feed-messages.ts';
import { oauthStatusQuery } from './queries.ts';

const FeedContext = createContext(false);

export const FeedProvider = ({ children }: { readonly children: ReactNode }) => {
  const api = useApi();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const accountId = useQuery(oauthStatusQuery(api)).data?.accounts.find((account) => account.exchange === 'okx')?.id;
  useEffect(() => {
    if (accountId === undefined) return undefined;
    return startFeed(
      {
        fetchTicket: async (id) => (await api.call('wsTicket', { body: { account_id: id } })).token,
        openSocket: (address) => new WebSocket(address),
        onMessage: (text) => {
          const message = readFeedMessage(text);
          if (message !== null) applyFeedMessage(queries, message);
        },
        onLive: setLive,
        givesUp: (code) => code === feedCloseCodes.session || code === feedCloseCodes.tooMany,
      },
      accountId,
    );
  }, [accountId, api, queries]);
  return <FeedContext value={isLive}>{children}</FeedContext>;
};

/** True while the socket is open: polling can rest then. */
export const useFeedLive = (): boolean => useContext(FeedContext);
