// The how-to film with its captions. The browser loads the film when the visitor starts it.
import { languageNames, languages, type Language } from '../../i18n/language.ts';
import { filmFiles, filmSize } from './film-files.ts';

export type FilmVideoProps = {
  /** The language of the captions that are shown. The visitor can choose another one in the player. */
  readonly language: Language;
  readonly label: string;
};

/** Returns the attributes of the captions in a language. */
const captionsIn = (language: Language) => ({
  src: filmFiles.captions(language),
  srcLang: language,
  label: languageNames[language],
});

export const FilmVideo = ({ language, label }: FilmVideoProps) => (
  <video
    className="film"
    controls
    playsInline
    preload="none"
    poster={filmFiles.poster}
    aria-label={label}
    {...filmSize}
  >
    <source src={filmFiles.video} type="video/mp4" />
    <track kind="captions" default {...captionsIn(language)} />
    {languages
      .filter((other) => other !== language)
      .map((other) => (
        <track key={other} kind="captions" {...captionsIn(other)} />
      ))}
  </video>
);
