// Tests the styles that stop the scrolling of the page under a dialog: they are applied by a script, once, until the last dialog is closed.
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { styleSingleton } from '../../src/ui/overlays/style-singleton.ts';

test('the styles of the first instance apply until the last instance is gone, and no style element is added', async () => {
  const Sheet = styleSingleton();
  const elements = document.querySelectorAll('style').length;
  const overflow = () => getComputedStyle(document.body).overflow;
  const before = overflow();
  const first = await render(<Sheet styles="body { overflow: clip !important; }" />);
  const second = await render(<Sheet styles="body { overflow: scroll !important; }" />);
  expect([before, overflow()]).toEqual(['visible', 'clip']);
  expect(document.querySelectorAll('style').length).toBe(elements);
  await first.unmount();
  expect(overflow()).toBe('clip');
  await second.unmount();
  expect(overflow()).toBe('visible');
});
