// Registers the TypeScript loader in a thread of `npm run agree`, and then starts the code of the thread.
import { register } from 'tsx/esm/api';

register();
await import('./agree-worker.ts');
