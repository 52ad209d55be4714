// All messages of this language.
import type { Catalogue } from '../catalogue.ts';
import { auth } from './auth.ts';
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { create } from './create.ts';
import { errors } from './errors.ts';
import { exchange } from './exchange.ts';
import { history } from './history.ts';
import { link } from './link.ts';
import { logs } from './logs.ts';
import { connection } from './connection.ts';
import { linking } from './linking.ts';
import { register } from './register.ts';

export const catalogue: Catalogue = {
  ...common,
  ...auth,
  ...bots,
  ...chart,
  ...create,
  ...errors,
  ...exchange,
  ...history,
  ...link,
  ...logs,
  ...connection,
  ...linking,
  ...register,
};
