// The how-to film with its captions. The browser loads the film when the visitor starts it.
import { useEffect, useRef, useState } from 'react';
import { languageNames, languages, type Language } from '../../i18n/language.ts';
import { filmFiles, filmSize } from './film-files.ts';

/** The distance at which the film is near: the height of the window. */
const nearMargin = '100% 0px';

export type FilmVideoProps = {
  /** The language of the captions that are shown. The visitor can choose another one in the player. */
  readonly language: Language;
  readonly label: string;
  /** True when the picture of the film is loaded only when the film is near the window. This needs scripts. */
  readonly waitsUntilNear?: boolean;
};

/** Returns the attributes of the captions in a language. */
const captionsIn = (language: Language) => ({
  src: filmFiles.captions(language),
  srcLang: language,
  label: languageNames[language],
});

/** Returns the reference of the film, and true when the film is near the window. */
const useNear = (waits: boolean) => {
  const film = useRef<HTMLVideoElement>(null);
  const [isNear, setNear] = useState(!waits);
  useEffect(() => {
    if (film.current === null || isNear) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: nearMargin,
    });
    observer.observe(film.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { film, isNear };
};

export const FilmVideo = ({ language, label, waitsUntilNear = false }: FilmVideoProps) => {
  const { film, isNear } = useNear(waitsUntilNear);
  return (
    <video
      ref={film}
      className="film"
      controls
      playsInline
      preload="none"
      poster={isNear ? filmFiles.poster : undefined}
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
};
