// Renders the content of the written pages in every language, for the build. A visitor then sees the page before its scripts are loaded.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { userFromLogin } from './api/session/session-context.tsx';
import { ErrorBoundary } from './app/pages/error-page.tsx';
import { Frame } from './app/frame/frame.tsx';
import { Product } from './app/product.tsx';
import { writtenPages, type WrittenPage } from './first-page.ts';
import { loadPart, type Part } from './i18n/catalogue.ts';
import { languages, type Language } from './i18n/language.ts';
import { createTranslator } from './i18n/translate.ts';
import type { MessageKey } from './i18n/catalogue.ts';
import { createStorage, type AppStorage } from './lib/storage/storage.ts';

/** The content of a page for its root element, and the title of its document. */
export type RenderedPage = {
  readonly page: WrittenPage;
  readonly language: Language;
  readonly title: string;
  readonly content: string;
};

/** Renders all written pages. The elements are the same as in `main.tsx`, so that the browser can use the content. */
export const renderPages = async (): Promise<readonly RenderedPage[]> =>
  Promise.all(languages.flatMap((language) => writtenPages.map((page) => renderPage(page, language))));

/** Returns the storage of an approved member without a name. The frame of the bots tab is for such members, and shows no data of a person. */
const createFrameStorage = (): AppStorage => {
  const values = new Map<string, string>();
  const storage = createStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  });
  const nobody = userFromLogin('', { access_token: '-', expires_at: 0, name: '', level: 0 });
  storage.write('accessToken', '-');
  storage.writeUser({ ...nobody, has_granted: true });
  return storage;
};

const renderPage = async (page: WrittenPage, language: Language): Promise<RenderedPage> => {
  const texts = await loadPart(language, 'start');
  const storage =
    page === 'bots'
      ? createFrameStorage()
      : createStorage({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
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
const titleOf = async (page: WrittenPage, language: Language): Promise<string> => {
  if (page === 'landing') return 'Rondo';
  const { part, key } = titles[page];
  const { t } = createTranslator(language, await loadPart(language, part));
  return `${t(key)} - Rondo`;
};

const titles = {
  demo: { part: 'demo', key: 'demo.label' },
  terms: { part: 'legal', key: 'legal.terms' },
  privacy: { part: 'legal', key: 'legal.privacy' },
  bots: { part: 'member', key: 'bots.title' },
} as const satisfies Readonly<
  Record<Exclude<WrittenPage, 'landing'>, { readonly part: Part; readonly key: MessageKey }>
>;
