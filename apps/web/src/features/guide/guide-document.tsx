// One page of the guide as a whole HTML document. The build renders it, so a visitor reads the guide without a script of the product.
import { languageNames, languages, type Language } from '../../i18n/language.ts';
import { createTranslator } from '../../i18n/translate.ts';
import type { Texts } from '../../i18n/catalogue.ts';
import { guidePath, paths } from '../../paths.ts';
import { Logo } from '../../ui/basics/logo.tsx';
import { guidePages, type GuidePage } from './guide-outline.ts';
import { GuideArticle } from './guide-article.tsx';

/** The files that a page of the guide loads, with their addresses. */
export type GuideFiles = {
  readonly styles: readonly string[];
  /** A script that sets the theme before the first frame. */
  readonly theme: string;
  /** Returns the address of the picture of a page, or null when the page has none. */
  readonly picture: (slug: string, language: Language) => string | null;
};

export type GuideDocumentProps = {
  readonly language: Language;
  readonly texts: Texts;
  /** The page, or null for the contents. */
  readonly page: GuidePage | null;
  readonly files: GuideFiles;
};

type PartProps = Pick<GuideDocumentProps, 'language' | 'texts' | 'page'>;

const Bar = ({ language, texts, page }: PartProps) => {
  const { t } = createTranslator(language, texts);
  return (
    <header className="guide-bar">
      <a href={paths.home} className="logo-link" aria-label={t('guide.home')}>
        <Logo />
      </a>
      <nav aria-label={t('guide.language')}>
        {languages.map((other) => (
          <a
            key={other}
            href={guidePath(other, page?.slug)}
            hrefLang={other}
            lang={other}
            aria-current={other === language ? 'true' : undefined}
          >
            {languageNames[other]}
          </a>
        ))}
      </nav>
    </header>
  );
};

const Contents = ({ language, texts, page }: PartProps) => {
  const { t } = createTranslator(language, texts);
  return (
    <nav className="guide-contents" aria-label={t('guide.contents')}>
      <ol>
        {guidePages.map(({ slug, title }) => (
          <li key={slug}>
            <a href={guidePath(language, slug)} aria-current={slug === page?.slug ? 'page' : undefined}>
              {t(title)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};

const Footer = ({ language, texts }: PartProps) => {
  const { t } = createTranslator(language, texts);
  return (
    <footer className="guide-footer">
      <p>{t('shell.footer.risk')}</p>
      <nav aria-label={t('shell.footer.links')}>
        <a href={paths.home}>{t('guide.home')}</a>
        <a href={paths.terms}>{t('shell.footer.terms')}</a>
        <a href={paths.privacy}>{t('shell.footer.privacy')}</a>
      </nav>
    </footer>
  );
};

export const GuideDocument = ({ language, texts, page, files }: GuideDocumentProps) => {
  const { t } = createTranslator(language, texts);
  const part = { language, texts, page };
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={t(page === null ? 'guide.lead' : `${page.title}.lead`)} />
        <title>{`${t(page === null ? 'guide.title' : page.title)} · Rondo`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {languages.map((other) => (
          <link key={other} rel="alternate" hrefLang={other} href={guidePath(other, page?.slug)} />
        ))}
        <script src={files.theme} />
        {files.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
      </head>
      <body className="guide">
        <a className="skip-link" href="#content">
          {t('shell.skip')}
        </a>
        <Bar {...part} />
        <div className="guide-columns">
          <Contents {...part} />
          <main id="content">
            <GuideArticle {...part} picture={page === null ? null : files.picture(page.slug, language)} />
          </main>
        </div>
        <Footer {...part} />
      </body>
    </html>
  );
};
