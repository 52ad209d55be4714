// Starts the product in the root element of the page: storage, language, first page.
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/pages/error-page.tsx';
import { Frame } from './app/frame/frame.tsx';
import { hasSessionCookie } from './api/session/session-cookie.ts';
import { prefetchPage, Product } from './app/product.tsx';
import { firstPageOf, fitsFrame, markOf } from './first-page.ts';
import { loadPart } from './i18n/catalogue.ts';
import { chooseLanguage } from './i18n/language.ts';
import { createStorage } from './lib/storage/storage.ts';

const openStore = (open: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  try {
    return open();
  } catch {
    // When the browser denies storage, the values are stored in memory until the page is closed.
    const values = new Map<string, string>();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  }
};

export const start = async (root: HTMLElement): Promise<void> => {
  const storage = createStorage(
    openStore(() => localStorage),
    openStore(() => sessionStorage),
  );
  const hasSession = storage.read('accessToken') !== null || hasSessionCookie(document.cookie);
  const page = firstPageOf(location, { hasSession, fitsFrame: fitsFrame(storage) });
  // The server has chosen the language of a page with content by the same rule, from the languages of the browser.
  const [, written = ''] = (root.dataset['page'] ?? '').split(' ');
  const language = chooseLanguage(storage.read('lang'), [written, ...navigator.languages]);
  document.documentElement.lang = language;
  const [texts] = await Promise.all([loadPart(language, 'start'), prefetchPage(page, language)]);
  const product = (
    <StrictMode>
      <Frame storage={storage} language={language} texts={texts}>
        <ErrorBoundary pathname="">
          <Product page={page} search={location.search} />
        </ErrorBoundary>
      </Frame>
    </StrictMode>
  );
  document.documentElement.classList.remove('replaced');
  if (root.dataset['page'] === markOf(page, language)) {
    startTransition(() => void hydrateRoot(root, product));
    return;
  }
  // The page has the content of another language, or content that is not for this person.
  root.replaceChildren();
  createRoot(root).render(product);
};
