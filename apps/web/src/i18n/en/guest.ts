// English texts of the log-in, registration and errors.
import { auth } from './access/auth.ts';
import { errors } from './site/errors.ts';
import { register } from './access/register.ts';
import { reset } from './access/reset.ts';

export const texts = { ...auth, ...errors, ...register, ...reset } as const;
