// The text of one page of the guide: heading, picture, sections, and the links to the pages before and after it.
import type { Texts } from '../../i18n/catalogue.ts';
import type { Language } from '../../i18n/language.ts';
import { createTranslator, type Translate } from '../../i18n/translate.ts';
import { guidePath } from '../../paths.ts';
import { filmScenes } from '../film/film-files.ts';
import { FilmVideo } from '../film/film-video.tsx';
import { guidePages, type GuidePage, type GuideSection } from './guide-outline.ts';

export type GuideArticleProps = {
  readonly language: Language;
  readonly texts: Texts;
  /** The page, or null for the contents. */
  readonly page: GuidePage | null;
  /** The address of the picture of the page, or null. */
  readonly picture: string | null;
};

/** The size of the pictures in px. */
export const guidePicture = { width: 1280, height: 800 } as const;

/** Returns the anchor of a section, for example "how" for the key "guide.linking.how". */
const anchorOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

const Lines = ({ text, kind }: { readonly text: string; readonly kind: GuideSection['kind'] }) => {
  const lines = text.split('\n');
  if (kind === 'prose') return lines.map((line) => <p key={line}>{line}</p>);
  const List = kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
};

const Words = ({ page, t }: { readonly page: GuidePage; readonly t: Translate }) => (
  <dl>
    {page.sections.map(({ key }) => (
      <div key={key} id={anchorOf(key)}>
        <dt>{t(key)}</dt>
        <dd>{t(`${key}Text`)}</dd>
      </div>
    ))}
  </dl>
);

const Sections = ({ page, t }: { readonly page: GuidePage; readonly t: Translate }) =>
  page.sections.map(({ key, kind }) => (
    <section key={key} id={anchorOf(key)} aria-labelledby={`${anchorOf(key)}-title`}>
      <h2 id={`${anchorOf(key)}-title`}>{t(key)}</h2>
      <Lines text={t(`${key}Text`)} kind={kind} />
    </section>
  ));

/** The links to the neighbours of a page. The contents page is before the first page. */
const Neighbours = ({ page, language, t }: { page: GuidePage; language: Language; t: Translate }) => {
  const place = guidePages.indexOf(page);
  const before = guidePages[place - 1];
  const after = guidePages[place + 1];
  return (
    <p className="guide-neighbours">
      <a href={guidePath(language, before?.slug)}>
        <small>{t('guide.previous')}</small>
        {t(before?.title ?? 'guide.title')}
      </a>
      {after === undefined ? null : (
        <a href={guidePath(language, after.slug)}>
          <small>{t('guide.next')}</small>
          {t(after.title)}
        </a>
      )}
    </p>
  );
};

export const GuideArticle = ({ language, texts, page, picture }: GuideArticleProps) => {
  const { t } = createTranslator(language, texts);
  if (page === null)
    return (
      <article>
        <h1>{t('guide.title')}</h1>
        <p className="guide-lead">{t('guide.lead')}</p>
        <figure>
          <FilmVideo language={language} label={t('landing.filmLabel')} />
          <figcaption>{t('landing.filmText')}</figcaption>
        </figure>
        <details>
          <summary>{t('film.words')}</summary>
          <ol>
            {filmScenes.map((scene) => (
              <li key={scene}>{t(`film.${scene}`)}</li>
            ))}
          </ol>
        </details>
        <ul className="guide-cards">
          {guidePages.map(({ slug, title }) => (
            <li key={slug}>
              <a href={guidePath(language, slug)}>{t(title)}</a>
              <p>{t(`${title}.lead`)}</p>
            </li>
          ))}
        </ul>
      </article>
    );
  return (
    <article>
      <h1>{t(page.title)}</h1>
      <p className="guide-lead">{t(`${page.title}.lead`)}</p>
      {picture === null || page.picture === undefined ? null : (
        <figure>
          <img src={picture} alt={t(page.picture)} loading="lazy" {...guidePicture} />
          <figcaption>{t('guide.pictures')}</figcaption>
        </figure>
      )}
      {page.isGlossary === true ? <Words page={page} t={t} /> : <Sections page={page} t={t} />}
      <Neighbours page={page} language={language} t={t} />
    </article>
  );
};
