// The parts of the start page that say what the product does and where it ends.
import { useT } from '../../i18n/i18n-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import cyclePicture from './ill-cycle.svg?raw';
import ladderPicture from './ill-ladder.svg?raw';
import liquidationPicture from './ill-liquidation.svg?raw';

const frames = [
  { name: 'ladder', picture: ladderPicture },
  { name: 'cycle', picture: cyclePicture },
  { name: 'limit', picture: liquidationPicture },
] as const;

/** One line that cannot be closed. */
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
            {/* The pictures are files of this folder, not content from outside. */}
            <div className="landing-picture" dangerouslySetInnerHTML={{ __html: picture }} />
            <h3>{t(`landing.how.${name}`)}</h3>
            <p className="muted">{t(`landing.how.${name}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
};
