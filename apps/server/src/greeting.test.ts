// Tests the text that the server prints at the start.
import { expect, test } from 'vitest';
import { readServerConfig } from './env.ts';
import { describeConfig } from './greeting.ts';

/** Returns the configuration as the server prints it. Throws when the variables are refused. */
function printed(variables: Readonly<Record<string, string>>): string {
  const read = readServerConfig(variables);
  if (!read.ok) throw new Error(read.message);
  return describeConfig(read.config);
}

test('a live server without a support contact warns at its start', () => {
  const live = { RONDO_VENUE: 'okx', RONDO_OKX_CLIENT_ID: 'id', RONDO_OKX_CLIENT_SECRET: 'secret' };
  const contact = { RONDO_SUPPORT_URL: 'mailto:help@rondo.test' };
  expect(printed(live)).toContain('WARNING  RONDO_SUPPORT_URL is not set');
  expect(printed({ ...live, ...contact })).not.toContain('RONDO_SUPPORT_URL');
  expect(printed({})).not.toContain('RONDO_SUPPORT_URL');
});
