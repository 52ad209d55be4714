// Tests of values and parts of a page that are rendered after more urgent changes.
import { useLayoutEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLater } from '../../src/lib/page/use-later.ts';
import { Later } from '../../src/lib/page/later.tsx';

/** Collects the price of each render, with its instrument. */
const prices = async () => {
  const seen: string[] = [];
  const Price = ({ value, instrument }: { readonly value: string; readonly instrument: string }) => {
    seen.push(`${instrument} ${useLater(value, instrument)}`);
    return null;
  };
  const { rerender } = await render(<Price instrument="ETH" value="1" />);
  seen.length = 0;
  return { seen, show: (instrument: string, value: string) => rerender(<Price {...{ instrument, value }} />) };
};

test('a new price of the same instrument is shown one render later', async () => {
  const { seen, show } = await prices();
  await show('ETH', '2');
  expect(seen).toEqual(['ETH 1', 'ETH 2']);
});

test('the price of another instrument is shown at once, so no instrument has the price of another', async () => {
  const { seen, show } = await prices();
  await show('BTC', '7');
  expect(new Set(seen)).toEqual(new Set(['BTC 7']));
});

test('a click changes its own figure in the page before the parts that follow later are rendered', async () => {
  const seen: string[] = [];
  const Following = ({ count }: { readonly count: number }) => {
    seen.push(`following ${count}`);
    return null;
  };
  const Form = () => {
    const [count, setCount] = useState(1);
    useLayoutEffect(() => void seen.push(`form ${count} in the page`));
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          {count}
        </button>
        <Later>
          <Following count={count} />
        </Later>
      </>
    );
  };
  const screen = await render(<Form />);
  seen.length = 0;
  await screen.getByRole('button').click();
  await expect.poll(() => seen.at(-1)).toBe('following 2');
  expect(seen).toEqual(['form 2 in the page', 'following 2']);
});
