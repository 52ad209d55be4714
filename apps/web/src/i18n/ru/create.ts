// The create feature in this language.
import type { Section } from '../message.ts';
import type { create as base } from '../en/create.ts';

export const create: Section<typeof base> = {};
