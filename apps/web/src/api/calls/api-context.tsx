// React context that gives every component the API client.
import { createContext, useContext } from 'react';
import type { ApiClient } from './client.ts';

export const ApiContext = createContext<ApiClient | null>(null);

export const useApi = (): ApiClient => {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi is used outside of an ApiContext');
  return api;
};
