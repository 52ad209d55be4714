// All Chinese messages; the product loads them in parts.
import type { Catalogue } from '../catalogue.ts';
import { banners } from './bots/banners.ts';
import { chart } from './bots/chart.ts';
import { chartPage } from './bots/chart-page.ts';
import { create } from './bots/create.ts';
import { demo } from './bots/demo.ts';
import { firstRun } from './access/first-run.ts';
import { texts as guest } from './guest.ts';
import { film } from './site/film.ts';
import { guide } from './site/guide.ts';
import { entry } from './bots/entry.ts';
import { history } from './bots/history.ts';
import { legal } from './site/legal.ts';
import { texts as help } from './help.ts';
import { texts as member } from './member.ts';
import { opening } from './bots/opening.ts';
import { operator } from './site/operator.ts';
import { replay } from './bots/replay.ts';
import { review } from './bots/review.ts';
import { security } from './access/security.ts';
import { texts as start } from './start.ts';
import { texts as venues } from './venues.ts';
import { wallet } from './site/wallet.ts';
import { signals } from './bots/signals.ts';
import { whatIf } from './bots/what-if.ts';

export const catalogue: Catalogue = {
  ...start,
  ...guest,
  ...firstRun,
  ...member,
  ...create,
  ...entry,
  ...opening,
  ...chart,
  ...chartPage,
  ...review,
  ...history,
  ...venues,
  ...security,
  ...replay,
  ...demo,
  ...banners,
  ...signals,
  ...whatIf,
  ...film,
  ...guide,
  ...legal,
  ...help,
  ...wallet,
  ...operator,
};
