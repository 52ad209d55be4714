// The chart feature in this language.
import type { Section } from '../message.ts';
import type { chart as base } from '../en/chart.ts';

export const chart: Section<typeof base> = {};
