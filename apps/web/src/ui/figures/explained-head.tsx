// The head of a column with the button that explains its term.
import { TermTip, type Term } from '../overlays/term-tip.tsx';

/** Returns the head of a column, and its button. */
export const explained = (head: string, term: Term) => ({ head, explanation: <TermTip term={term} label={head} /> });
