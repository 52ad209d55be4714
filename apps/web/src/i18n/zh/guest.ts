// Chinese texts of the log-in, registration and errors.
import type { texts as base } from '../en/guest.ts';
import type { Section } from '../message.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import { register } from './register.ts';
import { reset } from './reset.ts';

export const texts: Section<typeof base> = { ...auth, ...errors, ...register, ...reset };
