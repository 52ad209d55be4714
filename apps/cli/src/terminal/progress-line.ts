// Shows the progress of a long command on the error stream. On a terminal, the progress is one line that is
// overwritten. Without a terminal, the progress is a few lines.
import type { Terminal } from '../command.ts';

export interface ProgressLine {
  /** Shows the finished part of the work, from 0 to 1, and a text after the bar. */
  show(share: number, words: string): void;
  end(): void;
}

const cells = 30;
/** Without a terminal, a new line is printed after each quarter of the work. */
const quietStep = 0.25;

/** Creates a progress bar. With `isQuiet` it prints nothing. */
export function progressLine(terminal: Terminal, isQuiet: boolean): ProgressLine {
  if (isQuiet) return { show: () => undefined, end: () => undefined };
  let shown = -1;
  const bar = (share: number, words: string): string => {
    const full = Math.floor(share * cells);
    return `[${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${words}`;
  };
  return {
    show: (share, words) => {
      if (terminal.isInteractive === true) {
        terminal.err(`\r${bar(share, words)}`);
        shown = share;
      } else if (Math.floor(share / quietStep) > Math.floor(shown / quietStep)) {
        terminal.err(`${bar(share, words)}\n`);
        shown = share;
      }
    },
    end: () => {
      if (terminal.isInteractive === true && shown >= 0) terminal.err('\n');
    },
  };
}
