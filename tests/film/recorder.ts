// Records a page picture by picture: the pointer moves and the page scrolls in even steps, and every picture is taken when the page has settled.
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { FilmScene } from '../../apps/web/src/features/film/film-files.ts';
import { framesPerSecond, type Encoder } from './encoder.ts';
import { drawPointers, easedShare, pathOf, showPointer, type Place } from './pointer.ts';
import { waitUntilStill } from './still-page.ts';

/** A part of the film with the times of its caption, in seconds. */
export type Cue = { readonly scene: FilmScene; readonly from: number; readonly to: number };

export type Recorder = {
  readonly page: Page;
  /** Plays a scene, which lasts at least `seconds`, and stores the times of its caption. */
  readonly scene: (name: FilmScene, seconds: number, play: () => Promise<void>) => Promise<void>;
  /** Shows the current page for a time. */
  readonly hold: (seconds: number) => Promise<void>;
  readonly pointTo: (target: Locator) => Promise<void>;
  readonly click: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Scrolls the target to a distance from the top of the window, in px. */
  readonly scrollTo: (target: Locator, fromTop: number) => Promise<void>;
  /** Waits until the text of the page has not changed for a moment. */
  readonly rest: () => Promise<void>;
  /** The finished scenes. */
  readonly cues: () => readonly Cue[];
};

/** The largest numbers of pictures of a movement of the pointer, of the page and of the price. The short form of the film has only few. */
export type Pace = { readonly pointer: number; readonly scroll: number; readonly prices: number };
export const paces = {
  calm: { pointer: 9, scroll: 10, prices: 8 },
  short: { pointer: 1, scroll: 1, prices: 3 },
} as const satisfies Record<string, Pace>;

const pressedFrames = 4;
export async function openRecorder(page: Page, encoder: Encoder, pace: Pace): Promise<Recorder> {
  await drawPointers(page);
  const session = await page.context().newCDPSession(page);
  const cues: Cue[] = [];
  let frames = 0;
  let place: Place = { x: 900, y: 480 };

  const show = async (count: number, isPressed = false): Promise<void> => {
    await showPointer(page, place, isPressed);
    await encoder.add(await capture(session), count);
    frames += count;
  };
  const pointTo = async (target: Locator): Promise<void> => {
    for (const next of pathOf(place, await centreOf(target), pace.pointer)) {
      place = next;
      await page.mouse.move(place.x, place.y);
      await show(1);
    }
  };
  const rest = (): Promise<void> => waitUntilStill(page);
  const click = async (target: Locator): Promise<void> => {
    await pointTo(target);
    await show(pressedFrames, true);
    await target.click();
    await rest();
    await show(3);
  };
  return {
    page,
    pointTo,
    click,
    rest,
    cues: () => cues,
    hold: (seconds) => show(Math.round(seconds * framesPerSecond)),
    async scene(name, seconds, play) {
      const first = frames;
      await play();
      const missing = first + seconds * framesPerSecond - frames;
      if (missing > 0) await show(Math.round(missing));
      cues.push({ scene: name, from: first / framesPerSecond, to: frames / framesPerSecond });
    },
    async type(target, text) {
      await click(target);
      await target.press('Control+a');
      for (const character of text) {
        await page.keyboard.type(character);
        await show(1);
      }
    },
    async scrollTo(target, fromTop) {
      const distance = await distanceTo(target, fromTop);
      for (let frame = 1, done = 0; frame <= pace.scroll && distance !== 0; frame += 1) {
        const now = Math.round(distance * easedShare(frame / pace.scroll));
        await scrollBy(target, now - done);
        done = now;
        await show(1);
      }
      await rest();
    },
  };
}

async function capture(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  return Buffer.from(data, 'base64');
}

async function centreOf(target: Locator): Promise<Place> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`The film points to ${String(target)}, which is not visible.`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** The functions of the script in `pointer.ts`. */
type FilmPage = {
  readonly filmDistance: (element: unknown, top: number) => number;
  readonly filmScroll: (element: unknown, by: number) => void;
};

const distanceTo = (target: Locator, fromTop: number): Promise<number> =>
  target.evaluate((element, top) => (globalThis as unknown as FilmPage).filmDistance(element, top), fromTop);

const scrollBy = (target: Locator, px: number): Promise<void> =>
  target.evaluate((element, by) => (globalThis as unknown as FilmPage).filmScroll(element, by), px);
