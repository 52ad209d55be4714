// Tests of the combobox: pointer, keyboard, and announcements for screen readers. Elements are found by role and visible text.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Combobox } from '../../src/ui/fields/combobox.tsx';
import { show } from '../support/show.tsx';

const pairs = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP', 'SOL-USDT-SWAP'];

const Example = ({ onChoose }: { readonly onChoose: (value: string) => void }) => {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState('ETH-USDT-SWAP');
  const found = pairs.filter((pair) => pair.includes(query.toUpperCase()));
  return (
    <>
      <Combobox
        label="Pair"
        listLabel="Pairs"
        chosenLabel={chosen}
        query={query}
        onQueryChange={setQuery}
        options={found.map((pair) => ({ value: pair, label: pair }))}
        onChoose={(value) => {
          setChosen(value);
          onChoose(value);
        }}
        emptyText="No such pair"
      />
      <button type="button">After</button>
    </>
  );
};

const open = async () => {
  const onChoose = vi.fn();
  await show(<Example onChoose={onChoose} />);
  const field = page.getByRole('combobox', { name: 'Pair' });
  await expect.element(field).toHaveValue('ETH-USDT-SWAP');
  return { field, onChoose };
};

test('a click opens the list, typing shortens the list, and a click on a result chooses the result', async () => {
  const { field, onChoose } = await open();
  await field.click();
  await expect.element(page.getByRole('listbox', { name: 'Pairs' })).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('so');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await page.getByRole('option', { name: 'SOL-USDT-SWAP' }).click();
  expect(onChoose.mock.calls).toEqual([['SOL-USDT-SWAP']]);
  await expect.element(field).toHaveValue('SOL-USDT-SWAP');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
});

test('arrow keys change the active result, screen readers get the active result, and Enter chooses the active result', async () => {
  const { field, onChoose } = await open();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('listbox', { name: 'Pairs' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  const active = page.getByRole('option', { name: 'SOL-USDT-SWAP' });
  await expect.element(active).toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id);
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.calls).toEqual([['SOL-USDT-SWAP']]);
  await expect.element(field).toHaveFocus();
});

test('Enter chooses the first result when no result is active', async () => {
  const { field, onChoose } = await open();
  await field.click();
  await userEvent.keyboard('bt');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.calls).toEqual([['BTC-USDT-SWAP']]);
});

test('Escape and the loss of the focus close the list and choose nothing, even with an active result', async () => {
  const { field, onChoose } = await open();
  await field.click();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveValue('ETH-USDT-SWAP');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  await expect.element(field).toHaveValue('ETH-USDT-SWAP');
  expect(onChoose).not.toHaveBeenCalled();
});

test('when a search has no results, the list shows and announces a message, and Enter chooses nothing', async () => {
  const { field, onChoose } = await open();
  await field.click();
  await userEvent.keyboard('doge');
  const empty = page.getByRole('option', { name: 'No such pair' });
  await expect.element(empty).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('status')).toHaveTextContent('No such pair');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
});
