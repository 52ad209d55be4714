// The setup of every component test. It loads the styles of the product, because the visibility and the order of elements depend on the styles. Every `fetch` gets the status 404, because components get their data from the `World` of the workbench.
import { vi } from 'vitest';
import '../../src/styles/all.ts';

vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
