// Tests of the browser names in the list of sessions.
import { expect, test } from 'vitest';
import { agentName } from './agent-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(100), 'x'.repeat(60)],
  [' ', null],
])('the name of the user agent "%s" is %j', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
