// Setup of every component test: the styles of the product, because visibility and order on the screen depend on
// them; and no server, because components get their data from the workbench's `World`.
import { vi } from 'vitest';
import '../../src/styles/all.ts';

vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
