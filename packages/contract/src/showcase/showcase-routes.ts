// The calls of the landing page and of the demo.
import { helpLinksSchema } from './help.ts';
import { replaysSchema } from './replay.ts';
import type { ApiRoute } from '../routes/route.ts';
import { demoAccountSchema, planSlotsSchema, testimonialConsentSchema, testimonialListSchema } from './showcase.ts';

/** The calls of the landing page and of the demo. All these calls are public, except the two calls about the testimonial consent. */
export const showcaseRoutes = {
  testimonials: {
    method: 'GET',
    path: '/api/testimonials',
    access: 'public',
    summary: 'List the bots that may be shown because their owners have consented',
    response: testimonialListSchema,
  },
  plan: {
    method: 'GET',
    path: '/api/plan',
    access: 'public',
    summary: 'Return the plan and its remaining places',
    response: planSlotsSchema,
  },
  help: {
    method: 'GET',
    path: '/api/help',
    access: 'public',
    summary: 'Return the addresses of the guide, the documentation and the support',
    response: helpLinksSchema,
  },
  replays: {
    method: 'GET',
    path: '/api/replays',
    access: 'public',
    summary:
      'Return two simulated rounds over recent candles: a finished round, and the round during the largest price fall',
    response: replaysSchema,
  },
  demoAccount: {
    method: 'GET',
    path: '/api/demo/account',
    access: 'public',
    summary: 'Return the simulated account of the demo',
    response: demoAccountSchema,
  },
  testimonialConsent: {
    method: 'GET',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Return whether the bots of the caller may be shown',
    response: testimonialConsentSchema,
  },
  setTestimonialConsent: {
    method: 'PUT',
    path: '/api/user/testimonial-consent',
    access: 'session',
    summary: 'Set whether the bots of the caller may be shown',
    body: testimonialConsentSchema,
    response: testimonialConsentSchema,
  },
} as const satisfies Record<string, ApiRoute>;
