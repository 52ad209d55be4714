// English texts of the pages behind the log-in.
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { connection } from './connection.ts';
import { create } from './create.ts';
import { exchange } from './exchange.ts';
import { history } from './history.ts';
import { link } from './link.ts';
import { linking } from './linking.ts';
import { logs } from './logs.ts';

export const texts = {
  ...bots,
  ...chart,
  ...connection,
  ...create,
  ...exchange,
  ...history,
  ...link,
  ...linking,
  ...logs,
} as const;
