// Reads the open intents of an account with the fills of their orders, for a restart.
import type { AccountJournal } from '@rondo/engine/ports';
import type { TransactionSql } from 'postgres';
import { textOf } from '../database/row.ts';
import { fillOf, intentOf } from './journal-rows.ts';

/** Reads the open intents, the fills with an event of their orders, and the client ids with a cancel. */
export async function readOpenOrders(
  transaction: TransactionSql,
  accountId: string,
): Promise<Pick<AccountJournal, 'openIntents' | 'reportedFills' | 'cancelledClientIds'>> {
  const open = await transaction`
    select * from intents where account_id = ${accountId} and state in ('sent', 'live', 'partiallyFilled', 'unknown') order by sequence`;
  const reported = await transaction`
      select f.* from fills f
      where f.account_id = ${accountId} and f.bot_id is not null and f.client_id in (
        select i.client_id from intents i where i.account_id = ${accountId} and i.verb = 'place' and i.state in ('sent', 'live', 'partiallyFilled', 'unknown'))
        and exists (select 1 from bot_events e where e.bot_id = f.bot_id and e.key = 'fill:' || f.instrument_id || ':' || f.fill_id)
      order by f.at, f.sequence`;
  const cancelled = await transaction`
      select distinct c.client_id from intents o join intents c on c.account_id = o.account_id and c.client_id = o.client_id and c.verb = 'cancel'
      where o.account_id = ${accountId} and o.state in ('sent', 'live', 'partiallyFilled', 'unknown')`;
  return {
    openIntents: open.map(intentOf),
    reportedFills: reported.map(fillOf),
    cancelledClientIds: cancelled.map((each) => textOf(each, 'client_id')),
  };
}
