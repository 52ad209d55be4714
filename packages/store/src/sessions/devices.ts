// The browsers in which people have logged in. A cookie with a random token identifies a browser, and only the digest of the token is stored.
import type { Sql } from 'postgres';
import { agentMaxLength, deviceKeptMs, maxDevices } from '../limits.ts';
import { devices } from '../tables/sessions.ts';
import { allColumns, valuesOf } from '../tables/derive.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** The known devices of people. A change of the password, a reset link and the erasure of a person remove the devices of the person. */
export interface Devices {
  /** Returns whether this person has logged in with this token within the last `deviceKeptMs`. `userId` is null when the person is unknown. */
  isKnown(token: string, userId: string | null, now: number): Promise<boolean>;
  /** Stores a new device and returns its token. When the person has more than `maxDevices` devices, the devices that were used least recently are removed. */
  add(device: { readonly userId: string; readonly agent: string; readonly now: number }): Promise<string>;
  /** Records a log-in from a known device. */
  use(token: string, now: number): Promise<void>;
}

const deviceColumns = allColumns(devices);

/** Returns the known devices of a database. Source: reliability 5.3 item 5. */
export function createDevices(sql: Sql): Devices {
  return {
    async isKnown(token, userId, now) {
      const rows = await sql`
        select 1 from devices where token_hash = ${tokenHash(token)} and user_id = ${userId} and last_at > ${now - deviceKeptMs}`;
      return rows.length > 0;
    },
    async add({ userId, agent, now }) {
      const token = newToken();
      const device = {
        tokenHash: tokenHash(token),
        userId,
        agent: agent.slice(0, agentMaxLength),
        firstAt: now,
        lastAt: now,
      };
      await sql`insert into devices ${sql(valuesOf(deviceColumns, device))}`;
      await sql`
        delete from devices where token_hash in (
          select token_hash from devices where user_id = ${userId} order by last_at desc, token_hash offset ${maxDevices})`;
      return token;
    },
    async use(token, now) {
      await sql`update devices set last_at = ${now} where token_hash = ${tokenHash(token)}`;
    },
  };
}
