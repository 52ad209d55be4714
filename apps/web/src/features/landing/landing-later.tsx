// The part of the landing page with the leaderboard, the film, the testimonials and the costs. Its code is loaded when the visitor comes near it.
import { CostSection } from './cost-section.tsx';
import { FilmSection } from './film-section.tsx';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';

export const LandingLater = () => (
  <>
    <LeaderboardSection />
    <FilmSection />
    <TestimonialsSection />
    <CostSection />
  </>
);
