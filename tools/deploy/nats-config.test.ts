// Tests that deploy/nats.conf permits each role the subjects of the table, and has the limits of the product.
import { readFileSync } from 'node:fs';
import { natsServerConfig } from '@rondo/bus';
import { expect, test } from 'vitest';

test('deploy/nats.conf equals the configuration that follows from the table of subjects', () => {
  const text = readFileSync(new URL('../../deploy/nats.conf', import.meta.url), 'utf8');
  const settings = text.slice(text.indexOf('listen:'));
  const users = (['api', 'engine', 'all'] as const).map((role) => ({
    name: role,
    role,
    password: { variable: `NATS_${role.toUpperCase()}_PASSWORD` },
  }));
  expect(settings).toBe(natsServerConfig({ listen: '0.0.0.0:4222', users }));
});
