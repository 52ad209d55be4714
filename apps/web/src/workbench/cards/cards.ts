// All cards of the workbench, in the order of the pages.
import type { Specimen } from '../specimen.tsx';
import { botCards } from './bot-cards.tsx';
import { historyCards } from './history-cards.tsx';
import { landingCards } from './landing-cards.tsx';
import { operatorCards } from './operator-cards.tsx';
import { personCards } from './person-cards.tsx';
import { venueCards } from './venue-cards.tsx';

export const cards: readonly Specimen[] = [
  ...botCards,
  ...historyCards,
  ...venueCards,
  ...personCards,
  ...operatorCards,
  ...landingCards,
];
