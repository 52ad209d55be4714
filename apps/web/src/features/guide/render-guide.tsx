// Renders every page of the guide in every language to HTML text, for the build of the web app.
import { renderToStaticMarkup } from 'react-dom/server';
import { catalogue as en } from '../../i18n/en/catalogue.ts';
import { catalogue as ja } from '../../i18n/ja/catalogue.ts';
import { catalogue as ko } from '../../i18n/ko/catalogue.ts';
import { languages, type Language } from '../../i18n/language.ts';
import { catalogue as ru } from '../../i18n/ru/catalogue.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { catalogue as zh } from '../../i18n/zh/catalogue.ts';
import { guidePath } from '../../paths.ts';
import { GuideDocument, type GuideFiles } from './guide-document.tsx';
import { guidePages } from './guide-outline.ts';

const catalogues: Readonly<Record<Language, Catalogue>> = { ko, en, ru, zh, ja };

/** A page of the guide: its address such as /guide/en/linking, and its HTML. */
export type RenderedPage = { readonly path: string; readonly language: Language; readonly html: string };

/** Renders the contents and all pages in all languages. */
export const renderGuide = (filesOf: (language: Language) => GuideFiles): readonly RenderedPage[] =>
  languages.flatMap((language) =>
    [null, ...guidePages].map((page) => ({
      path: guidePath(language, page?.slug),
      language,
      html: `<!doctype html>${renderToStaticMarkup(
        <GuideDocument language={language} texts={catalogues[language]} page={page} files={filesOf(language)} />,
      )}`,
    })),
  );
