// Korean texts of the pages behind the log-in.
import type { texts as base } from '../en/member.ts';
import type { Section } from '../message.ts';
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { connection } from './connection.ts';
import { exchange } from './exchange.ts';
import { history } from './history.ts';
import { link } from './link.ts';
import { logs } from './logs.ts';
import { proof } from './proof.ts';
import { shell } from './shell.ts';

export const texts: Section<typeof base> = {
  ...bots,
  ...chart,
  ...connection,
  ...exchange,
  ...history,
  ...link,
  ...logs,
  ...proof,
  ...shell,
};
