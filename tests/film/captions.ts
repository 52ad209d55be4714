// The captions of the film as WebVTT, from the texts of the catalogue.
import type { FilmScene } from '../../apps/web/src/features/film/film-files.ts';
import type { Cue } from './recorder.ts';

type Captions = Readonly<Record<`film.${FilmScene}`, string>>;

/** Returns the WebVTT file with the captions of one language. Each scene has one caption, from its first to its last picture. */
export function captionsOf(cues: readonly Cue[], texts: Captions): string {
  const blocks = cues.map(({ scene, from, to }) => `${timeOf(from)} --> ${timeOf(to)}\n${texts[`film.${scene}`]}\n`);
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Returns a time in the format of WebVTT, for example "01:02.500". */
function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${(seconds - minutes * 60).toFixed(3).padStart(6, '0')}`;
}
