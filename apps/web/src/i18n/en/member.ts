// English texts of the member pages.
import { bots } from './bots/bots.ts';
import { connection } from './exchanges/connection.ts';
import { exchange } from './exchanges/exchange.ts';
import { link } from './exchanges/link.ts';
import { logs } from './bots/logs.ts';
import { proof } from './access/proof.ts';
import { shell } from './site/shell.ts';

export const texts = {
  ...bots,
  ...connection,
  ...exchange,
  ...link,
  ...logs,
  ...proof,
  ...shell,
} as const;
