// Query options of the operator's console. They are in a separate file, because members do not load them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/calls/client.ts';
import { intervals } from '../../api/queries/intervals.ts';
import { pageRows, type Place } from './console-place.ts';

export const operatorKeys = {
  all: ['operator'],
  users: ['operator', 'users'],
  user: (id: string) => ['operator', 'user', id],
  links: ['operator', 'links'],
  audit: ['operator', 'audit'],
} as const;

const pageOf = ({ search, page }: Place) => ({
  limit: pageRows,
  offset: (page - 1) * pageRows,
  ...(search === '' ? {} : { search }),
});

/** The queue is polled, because new sign-ups can arrive while the queue is shown. */
export const usersQuery = (api: ApiClient, place: Place) =>
  queryOptions({
    queryKey: [...operatorKeys.users, place.state, place.search, place.page],
    queryFn: ({ signal }) =>
      api.call('operatorUsers', {
        query: {
          ...pageOf(place),
          ...(place.state === 'all' || place.state === 'decisions' ? {} : { approval: place.state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: intervals.historyMs,
  });

/** A person is never fetched again automatically, because the server writes an audit line for each read. */
export const userQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: operatorKeys.user(id),
    queryFn: ({ signal }) => api.call('operatorUser', { params: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });

export const linksQuery = (api: ApiClient, place: Place) =>
  queryOptions({
    queryKey: [...operatorKeys.links, place.search, place.page],
    queryFn: ({ signal }) => api.call('operatorLinks', { query: pageOf(place), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: intervals.historyMs,
  });

export const auditQuery = (api: ApiClient, { before, state }: Pick<Place, 'before' | 'state'>) =>
  queryOptions({
    queryKey: [...operatorKeys.audit, state, before],
    queryFn: ({ signal }) =>
      api.call('operatorAudit', {
        query: { limit: pageRows, acts: state === 'all' ? 'all' : 'decisions', ...(before === null ? {} : { before }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
