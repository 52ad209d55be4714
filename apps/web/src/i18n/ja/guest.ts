// Japanese texts of the log-in, registration and errors.
import type { texts as base } from '../en/guest.ts';
import type { Section } from '../message.ts';
import { auth } from './access/auth.ts';
import { errors } from './site/errors.ts';
import { register } from './access/register.ts';
import { reset } from './access/reset.ts';

export const texts: Section<typeof base> = { ...auth, ...errors, ...register, ...reset };
