// Sections of the landing page: risk notice, features with their limits, security advice, and questions.
import { useT } from '../../i18n/i18n-context.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import cyclePicture from './ill-cycle.svg';
import ladderPicture from './ill-ladder.svg';
import liquidationPicture from './ill-liquidation.svg';

const frames = [
  { name: 'ladder', picture: ladderPicture },
  { name: 'cycle', picture: cyclePicture },
  { name: 'limit', picture: liquidationPicture },
] as const;

/** The risk notice, which the user cannot close. */
export const RiskStrip = () => {
  const t = useT();
  return (
    <p className="risk-strip">
      <span className="page">
        <Icon name="warning" className="warning" />
        {t('landing.risk')}
      </span>
    </p>
  );
};

export const HowItWorks = () => {
  const t = useT();
  return (
    <section className="page landing-how" aria-labelledby="how">
      <h2 id="how">{t('landing.how')}</h2>
      <ol className="landing-frames">
        {frames.map(({ name, picture }) => (
          <li key={name}>
            {/* The picture is a separate file, so that it does not enlarge the script. Its colours follow the theme. */}
            <svg className="landing-picture" viewBox="0 0 320 200" aria-hidden="true">
              <use href={`${picture}#picture`} />
            </svg>
            <h3>{t(`landing.how.${name}`)}</h3>
            <p className="muted">{t(`landing.how.${name}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className="row landing-line">
        <HelpLink to="guide_url" />
      </p>
    </section>
  );
};

const ends = [
  { name: 'algorithm', sign: 'stair' },
  { name: 'compound', sign: 'chart' },
  { name: 'stability', sign: 'pulse' },
] as const;

/** The three features, each with its limit. */
export const WhereItEnds = () => {
  const t = useT();
  return (
    <section className="page landing-section" aria-labelledby="ends">
      <h2 id="ends">{t('landing.ends')}</h2>
      <ul className="card landing-ends">
        {ends.map(({ name, sign }) => (
          <li key={name}>
            <Icon name={sign} className="landing-sign" />
            <h3>{t(`landing.ends.${name}`)}</h3>
            <p className="muted">{t(`landing.ends.${name}Text`)}</p>
            <p>
              <strong>{t('landing.ends.limit')}</strong> {t(`landing.ends.${name}Limit`)}
            </p>
          </li>
        ))}
      </ul>
      <p className="muted landing-line">{t('landing.ends.budget')}</p>
    </section>
  );
};

const never = ['withdraw', 'deposit', 'password', 'hurry'] as const;

export const NeverAsk = () => {
  const t = useT();
  return (
    <section className="page landing-section landing-split" aria-labelledby="never">
      <h2 id="never">{t('landing.never')}</h2>
      <ul className="landing-list">
        {never.map((name) => (
          <li key={name}>
            <Icon name="close" className="danger" />
            <p>
              <strong>{t(`landing.never.${name}`)}</strong>{' '}
              <span className="muted">{t(`landing.never.${name}Text`)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const questions = ['lose', 'withdraw', 'close', 'approval'] as const;

/** Questions of users with their answers. The answer to the first question (can a user lose everything?) is visible without a click. */
export const Questions = () => {
  const t = useT();
  return (
    <section className="page landing-section landing-split" aria-labelledby="ask">
      <h2 id="ask">{t('landing.ask')}</h2>
      <div className="landing-list">
        {questions.map((name) => (
          <details key={name} open={name === 'lose'}>
            <summary>{t(`landing.ask.${name}`)}</summary>
            <p className="muted">{t(`landing.ask.${name}Text`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
};
