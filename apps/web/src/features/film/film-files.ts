// The files of the how-to film. `npm run film` writes them to apps/web/public/film.
import type { Language } from '../../i18n/language.ts';

/** The size of the film and of its poster in px. */
export const filmSize = { width: 1280, height: 720 } as const;

export const filmFiles = {
  video: '/film/rondo.mp4',
  poster: '/film/poster.webp',
  captions: (language: Language): string => `/film/captions-${language}.vtt`,
} as const;

/** The scenes in their order. The caption of a scene has the key `film.` and the name of the scene. */
export const filmScenes = [
  'visitor',
  'login',
  'link',
  'amount',
  'fall',
  'often',
  'review',
  'start',
  'steps',
  'cycle',
  'exit',
  'stop',
  'history',
] as const;
export type FilmScene = (typeof filmScenes)[number];
