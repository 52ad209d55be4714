// What the console asks of the server; apart from the others' queries, which every member loads.
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

/** The queue fills while it is looked at. */
export const usersQuery = (api: ApiClient, place: Place) =>
  queryOptions({
    queryKey: [...operatorKeys.users, place.state, place.search, place.page],
    queryFn: ({ signal }) =>
      api.call('operatorUsers', {
        query: { ...pageOf(place), ...(place.state === 'all' ? {} : { approval: place.state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: intervals.historyMs,
  });

/** Looking is a line of the audit, so nobody is looked at again by itself. */
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

export const auditQuery = (api: ApiClient, before: number | null) =>
  queryOptions({
    queryKey: [...operatorKeys.audit, before],
    queryFn: ({ signal }) =>
      api.call('operatorAudit', { query: { limit: pageRows, ...(before === null ? {} : { before }) }, signal }),
    placeholderData: keepPreviousData,
  });
