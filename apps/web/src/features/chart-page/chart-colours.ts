// The colours of the chart page, read from the style sheet, because a canvas cannot use CSS variables.
import type { MarkTone } from './chart-marks.ts';

export type ChartColours = {
  readonly surface: string;
  readonly text: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
  readonly tones: Readonly<Record<MarkTone, string>>;
};

/** Returns a colour as rgba. The library cannot read the colours of a wide gamut and mixed colours, and a canvas can. */
const plainColour = (colour: string): string => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('2d');
  if (context === null) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
};

/** Reads the colours of the theme and of the price colours that apply to an element. */
export const readColours = (element: HTMLElement): ChartColours => {
  const style = getComputedStyle(element);
  const read = (name: string): string => plainColour(style.getPropertyValue(name).trim());
  return {
    surface: read('--surface'),
    text: read('--t2'),
    line: read('--line'),
    up: read('--up'),
    down: read('--down'),
    tones: {
      price: read('--t1'),
      entry: read('--t1'),
      next: read('--accent-text'),
      exit: read('--up'),
      danger: read('--danger-text'),
    },
  };
};
