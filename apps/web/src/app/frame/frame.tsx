// The providers of every page: storage, language, preferences, help links, toasts.
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { HelpProvider } from '../../api/texts/help-context.tsx';
import type { Texts } from '../../i18n/catalogue.ts';
import { I18nProvider, useI18n } from '../../i18n/i18n-context.tsx';
import type { Language } from '../../i18n/language.ts';
import { PreferencesProvider } from '../../lib/storage/preferences-context.tsx';
import { StorageContext } from '../../lib/storage/storage-context.ts';
import type { AppStorage } from '../../lib/storage/storage.ts';
import { ToastContext, withToast, type ShowToast } from '../../lib/toasts.ts';
import type { ToastItem } from '../../ui/overlays/toast-region.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { PlainToasts } from '../../ui/overlays/plain-toasts.tsx';
import { ErrorBoundary } from '../pages/error-page.tsx';

/** The code of the toast region is loaded with the first toast. */
const ToastRegion = lazyComponent(async () => (await import('../../ui/overlays/toast-region.tsx')).ToastRegion);

const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useI18n();
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const show = useCallback<ShowToast>(
    (toast) => setToasts((before) => withToast(before, toast, crypto.randomUUID())),
    [],
  );
  const shown = { toasts, onClose: (id: string) => setToasts((before) => before.filter((toast) => toast.id !== id)) };
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length === 0 ? null : (
        <ErrorBoundary pathname="" instead={<PlainToasts {...shown} />}>
          <Suspense fallback={null}>
            <ToastRegion
              {...shown}
              label={t('shell.toasts')}
              closeLabel={t('common.close')}
              onCloseAll={() => setToasts([])}
              closeAllLabel={t('common.closeAll')}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </ToastContext>
  );
};

const StoredPreferences = ({ storage, children }: { readonly storage: AppStorage; readonly children: ReactNode }) => (
  <PreferencesProvider storage={storage} language={useI18n().language}>
    {children}
  </PreferencesProvider>
);

export type FrameProps = {
  readonly storage: AppStorage;
  readonly language: Language;
  readonly texts: Texts;
  readonly children: ReactNode;
};

export const Frame = ({ storage, language, texts, children }: FrameProps) => {
  const storeLanguage = useCallback((next: Language) => storage.write('lang', next), [storage]);
  return (
    <I18nProvider language={language} texts={texts} onChange={storeLanguage}>
      <StoredPreferences storage={storage}>
        <StorageContext value={storage}>
          <HelpProvider>
            <Toasts>{children}</Toasts>
          </HelpProvider>
        </StorageContext>
      </StoredPreferences>
    </I18nProvider>
  );
};
