// Draws the result of a finished bot or of a round as a picture of 1200 x 630 px in the browser. The text about the risk is a part of the picture.
import { stairWidths } from './stair-widths.ts';

/** The texts of the picture, already in the language of the page. */
export type ShareTexts = {
  readonly name: string;
  readonly settings: string;
  readonly amount: string;
  /** The colour of the amount. Neutral is neither a gain nor a loss. */
  readonly tone: 'up' | 'down' | 'neutral';
  readonly facts: readonly string[];
  /** The label of simulated money, or null for real money. */
  readonly simulated: string | null;
  readonly risk: string;
};

export type ShareColours = {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly line: string;
  readonly result: string;
};

export type ShareLadder = {
  readonly steps: number;
  readonly cyclicSteps: number;
  readonly filledTo: number;
  readonly isShort: boolean;
};

/** Everything that a picture shows, and the name of its file. */
export type SharePicture = { readonly file: string; readonly texts: ShareTexts; readonly ladder: ShareLadder };

export const shareSize = { width: 1_200, height: 630 } as const;
const edge = 72;
/** The right end of the texts beside the ladder. */
const besideLadder = 728;
const ladderLeft = 760;
const amountSize = 84;
/** The text about the risk: the height of a line, and the first and the last place of its lines. */
const risk = { size: 22, line: 30, first: 562, last: 598 } as const;
const markPath = 'M4 16h6v6h6v6A12 12 0 1 0 4 16z';

/** Returns the text in lines that are at most `width` px wide. A text without spaces is cut between any two characters. */
export const wrapText = (text: string, width: number, measure: (part: string) => number): readonly string[] => {
  const parts =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、]+\s*|\s+/gu,
    ) ?? [];
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined || measure(`${last}${part}`.trimEnd()) > width) lines.push(part);
    else lines[lines.length - 1] = `${last}${part}`;
  }
  return lines.map((line) => line.trim());
};

const drawLadder = (context: CanvasRenderingContext2D, ladder: ShareLadder, colours: ShareColours): void => {
  const area = { left: ladderLeft, top: 210, width: 368, drop: 34 };
  let x = area.left;
  stairWidths(ladder.steps).forEach((share, index) => {
    const isCyclic = index >= ladder.steps - ladder.cyclicSteps;
    const width = share * area.width;
    context.fillStyle = isCyclic ? colours.accent : colours.text;
    context.globalAlpha = index < ladder.filledTo ? 1 : 0.25;
    context.fillRect(
      x,
      area.top + (ladder.isShort ? ladder.steps - 1 - index : index) * area.drop,
      Math.max(2, width - 4),
      14,
    );
    x += width;
  });
  context.globalAlpha = 1;
};

/** Draws the picture on a canvas. */
export const drawShare = (
  context: CanvasRenderingContext2D,
  { texts, ladder, colours, font }: { texts: ShareTexts; ladder: ShareLadder; colours: ShareColours; font: string },
): void => {
  const { width, height } = shareSize;
  const write = (
    text: string,
    place: { x: number; y: number; size: number; weight?: number; colour?: string },
  ): void => {
    context.font = `${place.weight ?? 400} ${place.size}px ${font}`;
    context.fillStyle = place.colour ?? colours.text;
    context.fillText(text, place.x, place.y);
  };
  context.fillStyle = colours.background;
  context.fillRect(0, 0, width, height);
  context.save();
  context.translate(edge, 56);
  context.scale(1.5, 1.5);
  context.strokeStyle = colours.accent;
  context.lineWidth = 4;
  context.stroke(new Path2D(markPath));
  context.restore();
  write('Rondo', { x: edge + 64, y: 92, size: 32, weight: 600 });
  if (texts.simulated !== null) write(texts.simulated, { x: ladderLeft, y: 92, size: 24, colour: colours.muted });
  write(texts.name, { x: edge, y: 190, size: 36, weight: 600 });
  write(texts.settings, { x: edge, y: 232, size: 24, colour: colours.muted });
  context.font = `600 ${amountSize}px ${font}`;
  // A long amount is drawn smaller, so that it does not reach the ladder.
  const shrink = Math.min(1, (besideLadder - edge) / context.measureText(texts.amount).width);
  write(texts.amount, { x: edge, y: 340, size: amountSize * shrink, weight: 600, colour: colours.result });
  texts.facts.forEach((fact, index) => write(fact, { x: edge, y: 404 + index * 36, size: 24 }));
  drawLadder(context, ladder, colours);
  context.font = `400 ${risk.size}px ${font}`;
  const lines = wrapText(texts.risk, width - 2 * edge, (part) => context.measureText(part).width);
  const top = Math.min(risk.first, risk.last - (lines.length - 1) * risk.line);
  context.fillStyle = colours.line;
  context.fillRect(edge, top - 42, width - 2 * edge, 1);
  lines.forEach((line, index) =>
    write(line, { x: edge, y: top + index * risk.line, size: risk.size, colour: colours.muted }),
  );
};
