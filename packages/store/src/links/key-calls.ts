// The calls that need the master key: a node without it records a call, and a node that trades takes the call and stores its result. The rows live for seconds.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { booleanOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import { keyCallMs, keyCallTakeMs, waitingKeyCalls } from '../limits.ts';
import { readPeople } from '../secrets/people-keys.ts';
import { keyCallPurpose, sealEnvelope } from '../secrets/key-envelope.ts';

/** A call that this node has taken. Its input is sealed for the signers. */
export interface TakenKeyCall {
  readonly id: string;
  readonly name: string;
  readonly input: Uint8Array;
}

/** The state of a call. `takenBy` is the node that carries it out. */
export interface KeyCallState {
  readonly takenBy: string | null;
  readonly result: string | null;
}

/** The calls of a database. */
export interface KeyCalls {
  /**
   * Records a call and returns its id, or null when too many calls wait. Only the node `wantedNode` takes it, or any node when it is null. `input` is a text that is sealed
   * for the signers. Throws on a node with the master key.
   */
  record(call: {
    readonly name: string;
    readonly input: string;
    readonly wantedNode: string | null;
  }): Promise<string | null>;
  /** Seals a text for the signers. Throws on a node with the master key. */
  sealForSigners(purpose: string, text: string): Promise<Uint8Array>;
  /** Returns the state of a call, or null when the row is gone. */
  state(id: string): Promise<KeyCallState | null>;
  /** Removes a call. Returns false when a node has taken it meanwhile and `onlyWaiting` is true. */
  remove(id: string, onlyWaiting: boolean): Promise<boolean>;
  /** Takes waiting calls with these names for this node. Calls that waited too long are removed. */
  take(names: readonly string[], limit: number): Promise<readonly TakenKeyCall[]>;
  finish(id: string, result: string): Promise<void>;
  /** Returns the sealed private key of the signers, which only a process with the master key opens. Throws when the installation has no people key. */
  signersKey(): Promise<{ readonly publicKey: Uint8Array; readonly sealed: Uint8Array }>;
}

interface Deps {
  /** The name of this process. */
  readonly node: string;
  /** Returns the public key of the signers, or null on a node with the master key. */
  readonly publicKey: (() => Promise<Uint8Array>) | null;
}

/** Returns the calls of a database. All times are times of the database clock. */
export function createKeyCalls(sql: Sql, { node, publicKey }: Deps): KeyCalls {
  const sealForSigners = async (purpose: string, text: string): Promise<Buffer> => {
    if (publicKey === null) throw new Error('a node with the master key hands no call over');
    return sealEnvelope(await publicKey(), Buffer.from(text), purpose);
  };
  return {
    sealForSigners,
    async record({ name, input, wantedNode }) {
      const id = randomUUID();
      const sealed = await sealForSigners(keyCallPurpose(id), input);
      const { count } = await sql`
        insert into key_calls (id, name, input, wanted_node, requested_at)
        select ${id}, ${name}, ${sealed}, ${wantedNode}, clock_timestamp()
        where (select count(*) from key_calls where taken_by is null) < ${waitingKeyCalls}`;
      return count === 1 ? id : null;
    },
    async state(id) {
      const rows = await sql`select taken_by, result from key_calls where id = ${id}`;
      if (rows.length === 0) return null;
      return { takenBy: textOrNull(oneRow(rows), 'taken_by'), result: textOrNull(oneRow(rows), 'result') };
    },
    async remove(id, onlyWaiting) {
      const { count } =
        await sql`delete from key_calls where id = ${id} and (not ${onlyWaiting}::boolean or taken_by is null)`;
      return count === 1;
    },
    async take(names, limit) {
      const isAny = oneRow(await sql`select exists (select 1 from key_calls) as is_any`);
      if (!booleanOf(isAny, 'is_any')) return [];
      await sql`delete from key_calls where requested_at < clock_timestamp() - make_interval(secs => ${keyCallMs}::float8 / 1000)`;
      const rows = await sql`
        update key_calls set taken_by = ${node} where id in (
          select id from key_calls
          where taken_by is null and name = any(${[...names]}) and (wanted_node is null or wanted_node = ${node})
            and requested_at > clock_timestamp() - make_interval(secs => ${keyCallTakeMs}::float8 / 1000)
          order by requested_at limit ${limit} for update skip locked)
        returning id, name, input`;
      return rows.map((row) => ({
        id: textOf(row, 'id'),
        name: textOf(row, 'name'),
        input: readBytes(row['input']),
      }));
    },
    async finish(id, result) {
      await sql`update key_calls set result = ${result} where id = ${id} and taken_by = ${node}`;
    },
    async signersKey() {
      const people = await readPeople(sql);
      if (people === null) throw new Error('the installation has no people key');
      const { publicKey: own, sealed } = people.signers;
      return { publicKey: Buffer.from(own, 'base64'), sealed: Buffer.from(sealed, 'base64') };
    },
  };
}
