// A scene is the picture of a term as plain values. The place of a mark is an x in units of the drawing and a price, which the scale of the scene turns into a y.
import type { pictureWords } from '../../i18n/en/site/picture-words.ts';

/** The size of every picture in units of its drawing. The labels of prices stand to the right of `plot`. */
export const pictureSize = { width: 256, height: 128, plot: 208 } as const;

/** The role of a mark, which decides its colour: a price or a base step, a line that only guides, a cyclic step or the distance that the picture is about, a profit, a loss, or a liquidation. */
export type Tone = 'text' | 'quiet' | 'accent' | 'gain' | 'loss' | 'danger';

export type Point = readonly [x: number, price: number];

export type PictureWord = keyof typeof pictureWords | 'common.long' | 'common.short' | 'common.none';

/** A text of a picture: a number in the format of the language, or one of the words of the catalogue. */
export type Label =
  | { readonly kind: 'price'; readonly price: string }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'change'; readonly percent: number }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'leverage'; readonly leverage: string }
  | { readonly kind: 'word'; readonly word: PictureWord };

/** One part of a picture. `disc` is a filled entry with its step, `square` an exit, `rung` a step whose width is its amount, `held` an open lot, and `danger` the prices beyond a liquidation. */
export type Mark =
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly tone: Tone;
      readonly isDashed?: boolean;
      readonly isBold?: boolean;
    }
  | { readonly kind: 'disc'; readonly at: Point; readonly step: number; readonly tone: Tone }
  | { readonly kind: 'square'; readonly at: Point; readonly tone: Tone }
  | { readonly kind: 'rung'; readonly at: Point; readonly width: number; readonly height: number; readonly tone: Tone }
  | { readonly kind: 'held'; readonly from: Point; readonly to: Point }
  | { readonly kind: 'distance'; readonly x: number; readonly from: number; readonly to: number; readonly tone: Tone }
  | {
      readonly kind: 'duration';
      readonly price: number;
      readonly from: number;
      readonly to: number;
      readonly tone: Tone;
    }
  | { readonly kind: 'danger'; readonly x: number; readonly width: number; readonly price: number }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly label: Label;
      readonly tone: Tone;
      readonly anchor: 'start' | 'middle' | 'end';
      /** How far the text stands below its price, in units of the drawing. */
      readonly shift?: number;
    };

/** `high` and `low` are the prices at the upper and the lower edge of the scale. */
export type Scene = { readonly high: number; readonly low: number; readonly marks: readonly Mark[] };

type Span = readonly [from: number, to: number];

const levelOf = (price: number, tone: Tone, [from, to]: Span): Extract<Mark, { kind: 'line' }> => ({
  kind: 'line',
  points: [
    [from, price],
    [to, price],
  ],
  tone,
});

/** Returns a dashed horizontal line at a price that has not been reached, or that only guides. */
export const guide = (price: number, tone: Tone, span: Span): Mark => ({
  ...levelOf(price, tone, span),
  isDashed: true,
});

/** Returns a bold horizontal line at a price. */
export const level = (price: number, tone: Tone, span: Span): Mark => ({ ...levelOf(price, tone, span), isBold: true });

/** Returns the mark of an entry that has been filled. */
export const discOf = (
  { step, price, tone }: { readonly step: number; readonly price: string; readonly tone: Tone },
  x: number,
): Mark => ({ kind: 'disc', at: [x, Number(price)], step, tone });

/** Returns the label of a price at the right edge, in the height of the price. */
export const priceLabel = (price: string, tone: Tone): Mark => ({
  kind: 'text',
  at: [pictureSize.width, Number(price)],
  label: { kind: 'price', price },
  tone,
  anchor: 'end',
});

type TextPlace = { readonly tone: Tone; readonly anchor: 'start' | 'middle' | 'end'; readonly shift?: number };

/** Returns a word beside a mark. */
export const wordLabel = (word: PictureWord, at: Point, place: TextPlace): Mark => ({
  kind: 'text',
  at,
  label: { kind: 'word', word },
  ...place,
});

/** Returns the corners of a line with steps: it keeps the price of a corner until the next corner, and ends at `end`. */
export const stairs = (corners: readonly Point[], end: number): readonly Point[] =>
  corners.flatMap(([x, price], index) => [[x, price] as const, [corners[index + 1]?.[0] ?? end, price] as const]);
