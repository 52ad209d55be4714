// The tables of the installation: its settings, and the last run of each scheduled job.
import { pgTable } from 'drizzle-orm/pg-core';
import { json, text, whole } from './columns.ts';

/** The table of the settings of the installation. */
export const settings = pgTable('settings', { key: text('key').notNull(), value: json('value').notNull() });

/** The table with the last run of each job. */
export const jobRuns = pgTable('job_runs', { name: text('name').notNull(), startedAt: whole('started_at').notNull() });
