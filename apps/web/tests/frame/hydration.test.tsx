// Tests that React continues with the content that the build wrote, also when the help links arrive before the code of the page.
import { lazy, Suspense, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { HelpProvider, useHelpLinks } from '../../src/api/texts/help-context.tsx';

const links = { guide_url: 'https://rondo.test/guide', documentation_url: null, support_url: null };

const Page = () => <h1>{useHelpLinks().guide_url ?? 'no guide'}</h1>;

/** A part whose code is loaded at once. It asks for the links. */
const Early = () => <p>{useHelpLinks().guide_url ?? 'no guide'}</p>;

const treeOf = (Content: ComponentType) => (
  <HelpProvider>
    <Early />
    <Suspense fallback={null}>
      <Content />
    </Suspense>
  </HelpProvider>
);

/** The content as the build writes it. The comments mark a part whose code is loaded later. */
const written = '<p>no guide</p><!--$--><h1>no guide</h1><!--/$-->';

afterEach(() => vi.unstubAllGlobals());

test('the heading of the page remains the same element when the help links arrive before the code of the page', async () => {
  const fetchLinks = vi.fn(async () => Response.json(links));
  vi.stubGlobal('fetch', fetchLinks);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = written;
  const heading = container.querySelector('h1');
  let release = (): void => undefined;
  const code = new Promise<{ readonly default: ComponentType }>((resolve) => {
    release = () => resolve({ default: Page });
  });

  const root = hydrateRoot(container, treeOf(lazy(() => code)));
  await expect.poll(() => container.querySelector('p')?.textContent).toBe(links.guide_url);
  expect(container.querySelector('h1')).toBe(heading);
  release();

  await expect.poll(() => container.querySelector('h1')?.textContent).toBe(links.guide_url);
  expect(container.querySelector('h1')).toBe(heading);
  expect(fetchLinks).toHaveBeenCalledTimes(1);
  root.unmount();
  container.remove();
});
