// The calls of the landing page and of the demo.
import { helpLinks } from './help.ts';
import { replays } from './replay.ts';
import type { Route } from '../routes/route.ts';
import { demoAccount, planSlots, testimonialConsent, testimonialList } from './showcase.ts';

/** Public but for the consent. */
export const showcaseRoutes = {
  testimonials: {
    method: 'GET',
    path: '/api/testimonials',
    access: 'public',
    summary: 'Bots whose owners agreed to show them',
    answer: testimonialList,
  },
  plan: {
    method: 'GET',
    path: '/api/plan',
    access: 'public',
    summary: 'The plan and its remaining places',
    answer: planSlots,
  },
  help: {
    method: 'GET',
    path: '/api/help',
    access: 'public',
    summary: 'Where the guide, the documentation and support are',
    answer: helpLinks,
  },
  replays: {
    method: 'GET',
    path: '/api/replays',
    access: 'public',
    summary: 'Two simulated rounds over recent candles: one that came back, and the one of the deepest fall',
    answer: replays,
  },
  demoAccount: {
    method: 'GET',
    path: '/api/demo/account',
    access: 'public',
    summary: 'The simulated account of the demo',
    answer: demoAccount,
  },
  testimonialConsent: {
    method: 'GET',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Whether the caller’s bots may be shown',
    answer: testimonialConsent,
  },
  setTestimonialConsent: {
    method: 'PUT',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Let the own bots be shown, or not any more',
    body: testimonialConsent,
    answer: testimonialConsent,
  },
} as const satisfies Record<string, Route>;
