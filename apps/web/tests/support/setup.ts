// Setup of every component test. It loads the styles of the product, because visibility and order on the screen depend on
// them. Every `fetch` gets the status 404, because components get their data from the workbench's `World`.
import { vi } from 'vitest';
import '../../src/styles/all.ts';

vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
