// Renders the content of the public pages in every language, for the build. A visitor then sees the page before its scripts are loaded.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { ErrorBoundary } from './app/pages/error-page.tsx';
import { Frame } from './app/frame/frame.tsx';
import { Product } from './app/product.tsx';
import { publicPages, type PublicPage } from './first-page.ts';
import { loadPart } from './i18n/catalogue.ts';
import { languages, type Language } from './i18n/language.ts';
import { createTranslator } from './i18n/translate.ts';
import { createStorage } from './lib/storage/storage.ts';

/** The content of a page for its root element, and the title of its document. */
export type RenderedPage = {
  readonly page: PublicPage;
  readonly language: Language;
  readonly title: string;
  readonly content: string;
};

/** Renders all public pages. The elements are the same as in `main.tsx`, so that the browser can use the content. */
export const renderPages = async (): Promise<readonly RenderedPage[]> =>
  Promise.all(languages.flatMap((language) => publicPages.map((page) => renderPage(page, language))));

const renderPage = async (page: PublicPage, language: Language): Promise<RenderedPage> => {
  const texts = await loadPart(language, 'start');
  const storage = createStorage({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <Frame storage={storage} language={language} texts={texts}>
        <ErrorBoundary pathname="">
          <Product page={page} search="" />
        </ErrorBoundary>
      </Frame>
    </StrictMode>,
    // With a limit, React moves large parts behind the page and adds inline scripts that put them in their places.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void failures.push(error) },
  );
  const content = await new Response(prelude).text();
  // React leaves out the part that threw. The build must not write such a page.
  if (failures.length > 0) throw failures[0];
  return { page, language, title: await titleOf(page, language), content };
};

/** Returns the title that the page has after its scripts are loaded. */
const titleOf = async (page: PublicPage, language: Language): Promise<string> => {
  if (page === 'landing') return 'Rondo';
  const { t } = createTranslator(language, await loadPart(language, page === 'demo' ? 'demo' : 'legal'));
  return `${t(page === 'demo' ? 'demo.label' : `legal.${page}`)} - Rondo`;
};
