// Public REST paths about the exchange and its instruments.
import { failure, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { listed, single } from './listed-instruments.ts';
import { marketRoutes, type PublicRoute } from './market-routes.ts';
import { maintenanceRows } from '../core/maintenance.ts';
import { emptyPublicLists } from './empty-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { timelineOf } from '../state/world.ts';
import {
  fundingHistoryRows,
  fundingRow,
  instrumentRow,
  markRow,
  priceLimitRow,
  tierRows,
} from '../wire/market-rows.ts';

/** Public routes by path. All routes are GET requests. */
export const publicRoutes: Readonly<Record<string, PublicRoute>> = {
  ...marketRoutes,
  ...statisticsRoutes,
  ...emptyPublicLists,
  '/api/v5/public/time': (world) => success([{ ts: String(world.clock.now() + world.switches.clockOffsetMs) }]),
  '/api/v5/public/instruments': (world, query) => listed(query, (instrument) => instrumentRow(world, instrument)),
  '/api/v5/public/underlying': (_world, query) =>
    success(text(query, 'instType') === 'SWAP' ? [[...instruments.values()].map((one) => one.family)] : [[]]),
  '/api/v5/public/mark-price': (world, query) =>
    listed(query, (instrument) => markRow(world, timelineOf(world, instrument.instId))),
  '/api/v5/public/funding-rate': (world, query) =>
    text(query, 'instId') === 'ANY'
      ? success([...instruments.keys()].map((instId) => fundingRow(world, instId)))
      : single(query, (instrument) => [fundingRow(world, instrument.instId)]),
  '/api/v5/public/funding-rate-history': (world, query) =>
    single(query, ({ instId }) =>
      fundingHistoryRows(world, instId, {
        before: Number(text(query, 'before') || 0),
        after: Number(text(query, 'after') || Number.MAX_SAFE_INTEGER),
        limit: Number(text(query, 'limit') || sandboxLimits.pageRows),
      }),
    ),
  '/api/v5/public/price-limit': (world, query) => single(query, (instrument) => [priceLimitRow(world, instrument)]),
  '/api/v5/public/position-tiers': (_world, query) => tiers(query),
  '/api/v5/system/status': (world, query) => success(maintenanceRows(world, text(query, 'state'))),
};

function tiers(query: Raw): CoreResponse {
  const missing = ['instType', 'tdMode'].find((name) => text(query, name) === '');
  if (missing !== undefined) return failure('50014', `Parameter ${missing} cannot be empty.`, 400);
  if (text(query, 'instType') !== 'SWAP') return success([]);
  const families = (text(query, 'instFamily') || text(query, 'uly')).split(',');
  const found = [...instruments.values()].filter(
    (instrument) => families.includes(instrument.family) || instrument.instId === text(query, 'instId'),
  );
  if (found.length === 0) return failure('51000', 'Parameter instFamily error', 400);
  const tier = text(query, 'tier');
  return success(found.flatMap(tierRows).filter((row) => tier === '' || row['tier'] === tier));
}
