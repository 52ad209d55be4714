// What every component test starts with: the styles of the product, because visibility and order on the screen depend on
// them, and no server: components get their data from the workbench's world.
import { vi } from 'vitest';
import '../../src/styles/all.ts';

vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
