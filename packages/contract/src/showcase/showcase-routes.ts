// The calls of the landing page and of the demo.
import { helpLinksSchema } from './help.ts';
import { replaysSchema } from './replay.ts';
import type { ApiRoute } from '../routes/route.ts';
import { demoAccountSchema, planSlotsSchema, testimonialConsentSchema, testimonialListSchema } from './showcase.ts';

/** All calls are public except those of the consent. */
export const showcaseRoutes = {
  testimonials: {
    method: 'GET',
    path: '/api/testimonials',
    access: 'public',
    summary: 'Bots whose owners agreed to show them',
    response: testimonialListSchema,
  },
  plan: {
    method: 'GET',
    path: '/api/plan',
    access: 'public',
    summary: 'The plan and its remaining places',
    response: planSlotsSchema,
  },
  help: {
    method: 'GET',
    path: '/api/help',
    access: 'public',
    summary: 'Where the guide, the documentation and support are',
    response: helpLinksSchema,
  },
  replays: {
    method: 'GET',
    path: '/api/replays',
    access: 'public',
    summary: 'Two simulated rounds over recent candles: one that came back, and the one of the deepest fall',
    response: replaysSchema,
  },
  demoAccount: {
    method: 'GET',
    path: '/api/demo/account',
    access: 'public',
    summary: 'The simulated account of the demo',
    response: demoAccountSchema,
  },
  testimonialConsent: {
    method: 'GET',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Whether the caller’s bots may be shown',
    response: testimonialConsentSchema,
  },
  setTestimonialConsent: {
    method: 'PUT',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Let the own bots be shown, or not any more',
    body: testimonialConsentSchema,
    response: testimonialConsentSchema,
  },
} as const satisfies Record<string, ApiRoute>;
