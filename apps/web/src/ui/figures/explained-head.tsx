// The head of a column with the button that explains its term.
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../overlays/term-tip.tsx';

/** Returns the head of a column, and its button. */
export const explained = (head: string, term: Term) => ({ head, explanation: <TermTip term={term} label={head} /> });
