// The tables of the installation itself: its settings, and when each scheduled job last ran.
import { pgTable } from 'drizzle-orm/pg-core';
import { json, text, whole } from './columns.ts';

export const settings = pgTable('settings', { key: text('key').notNull(), value: json('value').notNull() });

export const jobRuns = pgTable('job_runs', { name: text('name').notNull(), startedAt: whole('started_at').notNull() });
