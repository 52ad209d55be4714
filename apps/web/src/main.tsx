// The entry point of the web app. It loads the styles and the texts of the first language, and renders the product.
import './styles/all.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/pages/error-page.tsx';
import { Frame } from './app/frame/frame.tsx';
import { prefetchProduct, Product } from './app/product.tsx';
import { loadPart } from './i18n/catalogue.ts';
import { chooseLanguage } from './i18n/language.ts';
import { createStorage } from './lib/storage/storage.ts';
import { paths } from './paths.ts';

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

const start = async (root: HTMLElement): Promise<void> => {
  const storage = createStorage(
    openStore(() => localStorage),
    openStore(() => sessionStorage),
  );
  const language = chooseLanguage(storage.read('lang'), navigator.languages);
  document.documentElement.lang = language;
  const [texts] = await Promise.all([loadPart(language, 'start'), prefetchProduct(storage)]);
  createRoot(root).render(
    <StrictMode>
      <Frame storage={storage} language={language} texts={texts}>
        <ErrorBoundary pathname="">
          <Product storage={storage} />
        </ErrorBoundary>
      </Frame>
    </StrictMode>,
  );
};

const startWorkbench = async (root: HTMLElement): Promise<void> => {
  const { WorkbenchPage } = await import('./workbench/workbench-page.tsx');
  createRoot(root).render(<WorkbenchPage />);
};

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
// The production build does not contain the workbench, because `DEV` is the constant false in this build.
if (import.meta.env.DEV && location.pathname === paths.workbench) void startWorkbench(root);
else void start(root);
