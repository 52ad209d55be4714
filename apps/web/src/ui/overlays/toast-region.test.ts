// Tests of the toast region: when two or more toasts are shown, the region has a button that closes all toasts (specification 4).
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ToastRegion, type ToastItem } from './toast-region.tsx';

const toast = (id: string): ToastItem => ({ id, tone: 'info', message: `message ${id}`, durationMs: 3_000 });
const draw = (toasts: readonly ToastItem[]): string =>
  renderToStaticMarkup(
    createElement(ToastRegion, {
      toasts,
      label: 'Messages',
      closeLabel: 'Close',
      closeAllLabel: 'Close all',
      onClose: () => undefined,
      onCloseAll: () => undefined,
    }),
  );

test('the button that closes all messages is shown when there are at least two messages', () => {
  expect(draw([toast('a'), toast('b')])).toContain('Close all');
  expect(draw([toast('a')])).not.toContain('Close all');
  expect(draw([])).not.toContain('Close all');
});
