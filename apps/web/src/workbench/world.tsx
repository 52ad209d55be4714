// Provides all contexts that a component needs, without a server: fixed responses, a storage in memory, and one language with all its texts.
import { useState, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { RouteName } from '@rondo/contract';
import { MemoryRouter } from 'react-router';
import { ApiContext } from '../api/calls/api-context.tsx';
import { ApiError } from '../api/calls/api-error.ts';
import type { RouteResponse, ApiClient, CallInput } from '../api/calls/client.ts';
import { SessionProvider } from '../api/session/session-context.tsx';
import { Frame } from '../app/frame/frame.tsx';
import type { Texts } from '../i18n/catalogue.ts';
import type { Language } from '../i18n/language.ts';
import { createStorage, type AppStorage, type KeyValueStore } from '../lib/storage/storage.ts';

/** The response of each route. A route that is not in this object never responds. */
export type Responses = {
  readonly [Name in RouteName]?: (input: CallInput<Name>) => RouteResponse<Name> | Promise<RouteResponse<Name>>;
};

/** An API client that returns fixed responses. */
export const createFixedApi = (responses: Responses): ApiClient => ({
  call: async <Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<RouteResponse<Name>> => {
    const respond: Responses[Name] = responses[name];
    if (respond === undefined) return new Promise(() => undefined);
    return respond(input);
  },
});

/** Returns a response function that fails with a status and a code. */
export const failing =
  (status: number, code = 'UNKNOWN_ERROR') =>
  (): Promise<never> =>
    Promise.reject(new ApiError({ status, code }));

const catalogues: Readonly<Record<Language, () => Promise<{ readonly catalogue: Texts }>>> = {
  ko: () => import('../i18n/ko/catalogue.ts'),
  en: () => import('../i18n/en/catalogue.ts'),
  ru: () => import('../i18n/ru/catalogue.ts'),
  zh: () => import('../i18n/zh/catalogue.ts'),
  ja: () => import('../i18n/ja/catalogue.ts'),
};

/** Returns all texts of a language. The product loads them in parts. */
export const loadTexts = async (language: Language): Promise<Texts> => (await catalogues[language]()).catalogue;

/** Creates a storage in memory. */
export const createMemoryStorage = (): AppStorage => {
  const values = new Map<string, string>();
  const store: KeyValueStore = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return createStorage(store);
};

export type RespondingProps = { readonly responses: Responses; readonly children: ReactNode };

/** Provides fixed responses and an empty cache for its children. Inside a `World` they replace the responses and the cache of the `World`. */
export const Responding = ({ responses, children }: RespondingProps) => {
  const [{ api, queries }] = useState(() => ({
    api: createFixedApi(responses),
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }));
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ApiContext>
  );
};

export type WorldProps = {
  readonly language: Language;
  readonly texts: Texts;
  readonly responses?: Responses;
  readonly storage?: AppStorage;
  /** True when the browser has the cookie of a session. */
  readonly hasCookie?: boolean;
  /** The address of the page for the router. */
  readonly path?: string;
  readonly children: ReactNode;
};

/** Renders its children as in the product, but with fixed responses. */
export const World = ({
  language,
  texts,
  responses = {},
  storage,
  hasCookie = false,
  path = '/',
  children,
}: WorldProps) => {
  const [usedStorage] = useState(() => storage ?? createMemoryStorage());
  return (
    <Frame storage={usedStorage} language={language} texts={texts}>
      <Responding responses={responses}>
        <SessionProvider storage={usedStorage} hasCookie={hasCookie}>
          <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
        </SessionProvider>
      </Responding>
    </Frame>
  );
};
