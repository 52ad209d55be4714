// Russian texts of the pages behind the log-in.
import type { texts as base } from '../en/member.ts';
import type { Section } from '../message.ts';
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { connection } from './connection.ts';
import { create } from './create.ts';
import { exchange } from './exchange.ts';
import { history } from './history.ts';
import { lbank } from './lbank.ts';
import { link } from './link.ts';
import { linking } from './linking.ts';
import { logs } from './logs.ts';
import { proof } from './proof.ts';
import { security } from './security.ts';

export const texts: Section<typeof base> = {
  ...bots,
  ...chart,
  ...connection,
  ...create,
  ...exchange,
  ...history,
  ...lbank,
  ...link,
  ...linking,
  ...logs,
  ...proof,
  ...security,
};
