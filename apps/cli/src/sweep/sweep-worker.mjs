// Lets a worker thread read the sources, as the command itself does, and starts it.
import { register } from 'tsx/esm/api';

register();
await import('./sweep-worker.ts');
