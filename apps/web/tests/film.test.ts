// Tests the files of the how-to film: their sizes, the duration of the film, its captions, and the pages that show it.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filmFiles, filmScenes, filmSize } from '../src/features/film/film-files.ts';
import { renderGuide } from '../src/features/guide/render-guide.tsx';
import { catalogue as en } from '../src/i18n/en/catalogue.ts';
import { catalogue as ja } from '../src/i18n/ja/catalogue.ts';
import { catalogue as ko } from '../src/i18n/ko/catalogue.ts';
import { languages } from '../src/i18n/language.ts';
import { catalogue as ru } from '../src/i18n/ru/catalogue.ts';
import { catalogue as zh } from '../src/i18n/zh/catalogue.ts';
import { webpSize } from './support/webp-size.ts';

const catalogues = { ko, en, ru, zh, ja };
const publicFile = (address: string): string => path.join(import.meta.dirname, '../public', address);

/** The largest sizes in bytes. The film and its captions have at most 3 MB (issue 17). */
const filmBytes = 3_000_000;
const posterBytes = 60_000;

const film = readFileSync(publicFile(filmFiles.video));

/** Returns the duration in the header of an MP4 file, in seconds (ISO 14496-12, box mvhd of version 0). */
function durationOf(file: Buffer): number {
  const header = file.indexOf('mvhd');
  expect(header).toBeGreaterThan(0);
  expect(file.readUInt8(header + 4)).toBe(0);
  return file.readUInt32BE(header + 20) / file.readUInt32BE(header + 16);
}

test('the film lasts 60 to 90 seconds, and a browser can show its first picture before it has the whole file', () => {
  expect(durationOf(film)).toBeGreaterThanOrEqual(60);
  expect(durationOf(film)).toBeLessThanOrEqual(90);
  expect(film.toString('latin1', 4, 8)).toBe('ftyp');
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  expect(film.includes('avc1')).toBe(true);
});

test('film and captions have at most 3 MB, and the poster has the size of the film', () => {
  const all = [filmFiles.video, ...languages.map((language) => filmFiles.captions(language))];
  expect(all.reduce((sum, file) => sum + statSync(publicFile(file)).size, 0)).toBeLessThanOrEqual(filmBytes);
  const poster = readFileSync(publicFile(filmFiles.poster));
  expect(poster.length).toBeLessThanOrEqual(posterBytes);
  expect(webpSize(poster)).toEqual([filmSize.width, filmSize.height]);
});

const secondsOf = (time: string): number => {
  const [minutes = '', seconds = ''] = time.split(':');
  return Number(minutes) * 60 + Number(seconds);
};

test.each(languages)(
  'the captions in the language %s are the texts of the catalogue and cover the whole film',
  (language) => {
    const [head, ...blocks] = readFileSync(publicFile(filmFiles.captions(language)), 'utf8')
      .trim()
      .split('\n\n');
    expect(head).toBe('WEBVTT');
    const cues = blocks.map((block) => {
      const [times = '', text = ''] = block.split('\n');
      const [from = '', to = ''] = times.split(' --> ');
      return { from: secondsOf(from), to: secondsOf(to), text };
    });
    expect(cues.map(({ text }) => text)).toEqual(filmScenes.map((scene) => catalogues[language][`film.${scene}`]));
    expect(cues[0]?.from).toBe(0);
    // A gap between two captions is at most the time of one movement.
    for (const [index, { from }] of cues.slice(1).entries()) {
      expect(from).toBeGreaterThanOrEqual(cues[index]?.to ?? 0);
      expect(from - (cues[index]?.to ?? 0)).toBeLessThanOrEqual(1.5);
    }
    expect(Math.abs((cues.at(-1)?.to ?? 0) - durationOf(film))).toBeLessThanOrEqual(0.2);
    // A person reads at most 17 Latin or 8 East Asian characters in a second, and a caption has at most two lines.
    const fastest = ['en', 'ru'].includes(language) ? 21 : 11;
    expect(cues.filter(({ from, to, text }) => text.length / (to - from) > fastest)).toEqual([]);
  },
);

test.each(languages)('the first page of the guide in the language %s shows the film without loading it', (language) => {
  const page = renderGuide(() => ({ styles: [], theme: '/theme.js', picture: () => null })).find(
    ({ path: address }) => address === `/guide/${language}`,
  );
  const [video = ''] = /<video.*?<\/video>/s.exec(page?.html ?? '') ?? [];
  expect(video).toContain('preload="none"');
  expect(video).toContain(`width="${filmSize.width}" height="${filmSize.height}"`);
  expect(video).toContain(`<source src="${filmFiles.video}" type="video/mp4"/>`);
  const captions = [...video.matchAll(/<track[^>]*>/g)].map(([tag]) => tag);
  expect(captions.filter((tag) => tag.includes('kind="captions"'))).toHaveLength(languages.length);
  for (const each of languages)
    expect(captions.filter((tag) => tag.includes(`src="${filmFiles.captions(each)}"`))).toHaveLength(1);
  expect(captions.filter((tag) => tag.includes(' default=""')).join('')).toContain(filmFiles.captions(language));
});
