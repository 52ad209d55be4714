// Everything the pages stand on, built once: storage, language, settings, API, server data, session, toasts.
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiContext } from '../api/api-context.tsx';
import { ApiError } from '../api/api-error.ts';
import { createClient } from '../api/client.ts';
import { SessionProvider, sessionLostEvent } from '../api/session-context.tsx';
import type { Texts } from '../i18n/catalogue.ts';
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx';
import type { Language } from '../i18n/language.ts';
import { SettingsProvider } from '../lib/settings-context.tsx';
import { StorageContext } from '../lib/storage-context.ts';
import type { AppStorage } from '../lib/storage.ts';
import { ToastContext, withToast, type ShowToast } from '../lib/toasts.ts';
import type { ToastItem } from '../ui/toast-region.tsx';

/** Comes with the first message. */
const ToastRegion = lazy(async () => ({ default: (await import('../ui/toast-region.tsx')).ToastRegion }));

const mostRetries = 2;

const mayRetry = (failures: number, error: unknown): boolean =>
  failures < mostRetries && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

/** One refresh at a time in all windows; browsers without locks do it in this window alone. */
const alone = async <Result,>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('rondo-refresh', action) : action();

const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useI18n();
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const show = useCallback<ShowToast>(
    (toast) => setToasts((shown) => withToast(shown, toast, crypto.randomUUID())),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length === 0 ? null : (
        <Suspense fallback={null}>
          <ToastRegion
            toasts={toasts}
            onClose={(id) => setToasts((shown) => shown.filter((toast) => toast.id !== id))}
            label={t('shell.toasts')}
            closeLabel={t('common.close')}
          />
        </Suspense>
      )}
    </ToastContext>
  );
};

const Settings = ({ storage, children }: { readonly storage: AppStorage; readonly children: ReactNode }) => (
  <SettingsProvider storage={storage} language={useI18n().language}>
    {children}
  </SettingsProvider>
);

export type ProvidersProps = {
  readonly storage: AppStorage;
  readonly language: Language;
  readonly texts: Texts;
  readonly children: ReactNode;
};

export const Providers = ({ storage, language, texts, children }: ProvidersProps) => {
  const api = useMemo(
    () =>
      createClient({
        fetch: (input, init) => fetch(input, init),
        readToken: () => storage.read('accessToken'),
        writeToken: (token) => storage.write('accessToken', token),
        onSessionLost: () => dispatchEvent(new Event(sessionLostEvent)),
        alone,
      }),
    [storage],
  );
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } }), []);
  const storeLanguage = useCallback((next: Language) => storage.write('lang', next), [storage]);
  return (
    <I18nProvider language={language} texts={texts} onChange={storeLanguage}>
      <Settings storage={storage}>
        <StorageContext value={storage}>
          <ApiContext value={api}>
            <QueryClientProvider client={queries}>
              <SessionProvider storage={storage}>
                <Toasts>{children}</Toasts>
              </SessionProvider>
            </QueryClientProvider>
          </ApiContext>
        </StorageContext>
      </Settings>
    </I18nProvider>
  );
};
