// Starts a worker thread from the TypeScript sources, as tools/rondo.mjs starts the command.
import { register } from 'tsx/esm/api';

register();
await import('./sweep-worker.ts');
