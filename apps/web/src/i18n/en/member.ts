// English texts of the pages behind the log-in.
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { connection } from './connection.ts';
import { exchange } from './exchange.ts';
import { history } from './history.ts';
import { link } from './link.ts';
import { logs } from './logs.ts';
import { proof } from './proof.ts';
import { shell } from './shell.ts';

export const texts = {
  ...bots,
  ...chart,
  ...connection,
  ...exchange,
  ...history,
  ...link,
  ...logs,
  ...proof,
  ...shell,
} as const;
