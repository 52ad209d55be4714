// Makes the film: starts the product with a held market, plays the story, and writes the film, its poster and its captions.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { filmFiles, filmSize } from '../../apps/web/src/features/film/film-files.ts';
import { film as en } from '../../apps/web/src/i18n/en/site/film.ts';
import { film as ja } from '../../apps/web/src/i18n/ja/site/film.ts';
import { film as ko } from '../../apps/web/src/i18n/ko/site/film.ts';
import { languages } from '../../apps/web/src/i18n/language.ts';
import { film as ru } from '../../apps/web/src/i18n/ru/site/film.ts';
import { film as zh } from '../../apps/web/src/i18n/zh/site/film.ts';
import { endBots, endHeld, startHeld } from '../e2e/support/held.ts';
import { captionsOf } from './captions.ts';
import { openEncoder, writePoster } from './encoder.ts';
import { openRecorder, paces } from './recorder.ts';
import { playStory } from './story.ts';

/** The height of the strip above the page, in px. The strip says in every picture that all is simulated. */
const stripHeight = 32;

const strip = `<body style="margin:0;height:${stripHeight}px;background:#0b0b0d;color:#ffca16;font:500 14px/${stripHeight}px Inter,sans-serif">
<p style="margin:0;padding:0 40px;border-bottom:1px solid #5c3d05;box-sizing:border-box;height:100%">Simulated exchange, simulated market, simulated money</p>`;

/** Opens a page of the size of the film, below its strip. */
async function openFilmPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: filmSize.width, height: filmSize.height - stripHeight },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** The poster shows the middle of this scene. */
const posterScene = 'cycle';
const captions = { ko, en, ru, zh, ja } as const;

/** Writes the strip above the pictures and returns its file. */
async function drawStrip(browser: Browser, folder: string): Promise<string> {
  const file = path.join(folder, 'strip.png');
  const page = await browser.newPage({ viewport: { width: filmSize.width, height: stripHeight } });
  await page.setContent(strip);
  await page.screenshot({ path: file });
  await page.close();
  return file;
}

/** Writes the film, its captions in all languages and its poster to the folder. */
export async function makeFilm(folder: string, pace: keyof typeof paces): Promise<void> {
  const held = await startHeld({ RONDO_SANDBOX_SEED: '1' });
  const scratch = await mkdtemp(path.join(tmpdir(), 'rondo-film-'));
  try {
    await endBots(held);
    const page = await openFilmPage(held.browser);
    const file = path.join(folder, path.basename(filmFiles.video));
    const encoder = openEncoder(file, await drawStrip(held.browser, scratch));
    const film = await openRecorder(page, encoder, paces[pace]);
    await playStory(film, held, paces[pace]);
    await encoder.end();
    for (const language of languages)
      await writeFile(
        path.join(folder, path.basename(filmFiles.captions(language))),
        captionsOf(film.cues(), captions[language]),
      );
    const shown = film.cues().find(({ scene }) => scene === posterScene);
    if (shown === undefined) throw new Error('The film has no scene for its poster.');
    await writePoster(file, (shown.from + shown.to) / 2, path.join(folder, path.basename(filmFiles.poster)));
    process.stdout.write(`The film has ${film.cues().length} scenes and ${film.cues().at(-1)?.to.toFixed(1)} s.\n`);
  } finally {
    await endHeld(held);
    await rm(scratch, { recursive: true, force: true });
  }
}
