// Japanese texts of the member pages.
import type { texts as base } from '../en/member.ts';
import type { Section } from '../message.ts';
import { bots } from './bots/bots.ts';
import { connection } from './exchanges/connection.ts';
import { exchange } from './exchanges/exchange.ts';
import { link } from './exchanges/link.ts';
import { logs } from './bots/logs.ts';
import { proof } from './access/proof.ts';
import { shell } from './site/shell.ts';

export const texts: Section<typeof base> = {
  ...bots,
  ...connection,
  ...exchange,
  ...link,
  ...logs,
  ...proof,
  ...shell,
};
