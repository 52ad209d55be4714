// Lets a thread of `npm run agree` read the sources, and starts it.
import { register } from 'tsx/esm/api';

register();
await import('./agree-worker.ts');
