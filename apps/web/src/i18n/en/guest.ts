// English texts of the log-in, registration and errors.
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { register } from './register.ts';
import { reset } from './reset.ts';

export const texts = { ...auth, ...errors, ...register, ...reset } as const;
