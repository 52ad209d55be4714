// The types of database-driver.mjs, for its test.
import type { Plugin } from 'esbuild';

export function databaseDriver(): Plugin;
