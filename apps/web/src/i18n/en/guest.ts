// English texts of the log-in, registration and errors.
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { register } from './register.ts';

export const texts = { ...auth, ...errors, ...register } as const;
