// React context that gives every component the browser storage.
import { createContext, useContext } from 'react';
import type { AppStorage } from './storage.ts';

export const StorageContext = createContext<AppStorage | null>(null);

export const useStorage = (): AppStorage => {
  const storage = useContext(StorageContext);
  if (storage === null) throw new Error('useStorage is used outside of a StorageContext');
  return storage;
};
