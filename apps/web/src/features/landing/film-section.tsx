// The how-to film, with the link to the documentation (specification 1).
import { useI18n } from '../../i18n/i18n-context.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { FilmVideo } from '../film/film-video.tsx';

export const FilmSection = () => {
  const { t, language } = useI18n();
  return (
    <section className="page landing-section" aria-labelledby="film">
      <h2 id="film">{t('landing.film')}</h2>
      {/* A browser reads the default track only once, so another language makes a new player. */}
      <FilmVideo key={language} language={language} label={t('landing.filmLabel')} waitsUntilNear />
      <p className="landing-line">
        {t('landing.filmText')} <HelpLink to="documentation_url" />
      </p>
    </section>
  );
};
