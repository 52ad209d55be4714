// English texts of the pages behind the log-in.
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

export const texts = {
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
} as const;
