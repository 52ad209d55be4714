// The pages /terms and /privacy: sections, dates and a table of contents.
import { PublicFrame } from '../../app/frame/public-frame.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { createFormat } from '../../lib/numbers/format.ts';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import './legal.css';

/** The dates of the documents (specification 2). */
const revised = '2024-01-01';
const termsInForce = '2025-08-01';

const sections = {
  terms: [
    'legal.terms.what',
    'legal.terms.who',
    'legal.terms.account',
    'legal.terms.keys',
    'legal.terms.custody',
    'legal.terms.risk',
    'legal.terms.fees',
    'legal.terms.conduct',
    'legal.terms.limits',
    'legal.terms.end',
    'legal.terms.changes',
  ],
  privacy: [
    'legal.privacy.what',
    'legal.privacy.why',
    'legal.privacy.browser',
    'legal.privacy.safety',
    'legal.privacy.who',
    'legal.privacy.public',
    'legal.privacy.time',
    'legal.privacy.rights',
    'legal.privacy.changes',
  ],
} as const;

/** Returns the anchor of a section, for example "what" for the key "legal.terms.what". */
const anchorOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

export const LegalPage = ({ name }: { readonly name: keyof typeof sections }) => {
  const { t, language } = useI18n();
  // The date is formatted in UTC, because the date of a document does not depend on the time zone.
  const { date } = createFormat(language, { hidesAmounts: false, timeZone: 'UTC' });
  useDocumentTitle(t(`legal.${name}`));
  return (
    <PublicFrame>
      <div className="page legal">
        <div>
          <PageHeading text={t(`legal.${name}`)} />
          <p className="muted">{t('legal.revised', { date: date(revised) })}</p>
          {name === 'terms' ? <p className="muted">{t('legal.effective', { date: date(termsInForce) })}</p> : null}
        </div>
        <nav className="legal-contents" aria-labelledby="contents">
          <h2 id="contents">{t('legal.contents')}</h2>
          <ol>
            {sections[name].map((key) => (
              <li key={key}>
                <a href={`#${anchorOf(key)}`}>{t(key)}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-prose">
          {sections[name].map((key) => (
            <section key={key} id={anchorOf(key)} aria-labelledby={`${anchorOf(key)}-title`}>
              <h2 id={`${anchorOf(key)}-title`}>{t(key)}</h2>
              <p>{t(`${key}Text`)}</p>
            </section>
          ))}
        </div>
      </div>
    </PublicFrame>
  );
};
