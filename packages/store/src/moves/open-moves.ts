// Moves people with all their accounts from one database of an installation to another one, while both trade. Each step can be repeated after a crash.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { connect } from '../database/connection.ts';
import { findDatabase, type DatabaseOptions } from '../database/find-database.ts';
import { moveLock } from '../database/locks.ts';
import { migrate } from '../database/migrations.ts';
import { booleanOf, integerOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import { honeyIdsOf, type HoneyIds } from '../links/honey-account.ts';
import { createAuditWriter, type AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { openInstallationKeys } from '../secrets/installation-keys.ts';
import { createMasterKeys } from '../rotation/master-keys.ts';
import { renewPeopleSecrets } from '../rotation/people-rotation.ts';
import { localSeals } from '../secrets/seal-work.ts';
import type { KeySource } from '../secrets/key-source.ts';
import { copyPeppers } from '../secrets/peppers.ts';
import { homeOf } from '../upkeep/database-identity.ts';
import { arrive, open } from './arrival.ts';
import { endMove, fence, leave, listRunning, undoFence, type FenceRefusal, type Move } from './fence.ts';
import { prepareTarget, targetRefusal, type TargetRefusal } from './target.ts';

/** A step of a move that is done: `fenced`, `copied`, `left` or `open`. A test ends the process at each step. */
export type MoveStep = 'fenced' | 'copied' | 'left' | 'open';

/** A person who can be moved, and the number of linked accounts. */
export interface MovablePerson {
  readonly userId: string;
  readonly accounts: number;
}

/** Why a person was not moved. `collision`: the target has a row of another person with the same e-mail, account, number of a bot or id. */
export type MoveRefusal = FenceRefusal | 'collision';

/** The moves from one database to another. Only one process at a time has them. */
export interface Moves {
  /** Returns members with linked accounts except the owner of the honey account, which each database has for itself. The person with the oldest account first. */
  listPeople(limit: number): Promise<readonly MovablePerson[]>;
  /** Returns the owner of a linked account, or null. */
  ownerOf(accountId: string): Promise<string | null>;
  /** Returns whether a node that takes accounts runs on the target. */
  isTargetServed(): Promise<boolean>;
  /** Returns the moves that an earlier process has begun and not finished. */
  listRunning(): Promise<readonly Move[]>;
  /** Moves a person. A refused person stays where the person was. */
  move(userId: string, now: number): Promise<StoreResult<{ readonly rows: number }, MoveRefusal>>;
  /** Continues a move of `listRunning`. */
  resume(move: Move, now: number): Promise<StoreResult<{ readonly rows: number }, 'collision'>>;
  /** Ends a move that has not left the source, without the target. Returns false when it has left. */
  undo(move: Move): Promise<boolean>;
  close(): Promise<void>;
}

/** The two databases of moves. The source is the database that the people leave. */
export interface MovesOptions {
  readonly source: DatabaseOptions;
  readonly targetUrl: string;
  readonly masterKey: KeySource;
  readonly systemUser?: string;
  /** Is called after each step. */
  readonly onStep?: (step: MoveStep) => void;
}

/** Opens both databases, and prepares an unused target. The call is refused when another process moves people, or when the target is not a database of the installation. */
export async function openMoves(
  options: MovesOptions,
): Promise<StoreResult<{ readonly moves: Moves }, TargetRefusal | 'busy'>> {
  const { source: place, targetUrl, masterKey } = options;
  const found = await findDatabase(place);
  const [source, target, lock] = [
    connect(found.place),
    connect({ url: targetUrl }),
    connect(found.place, { connections: 1 }),
  ];
  const close = async (): Promise<void> => {
    await Promise.all([source, target, lock].map((sql) => sql.end({ timeout: 5 })));
    await found.server?.stop();
  };
  try {
    for (const sql of [source, target]) await migrate(sql, place.log);
    const held = oneRow(await lock`select pg_try_advisory_lock(${moveLock.space}, ${moveLock.key}) as is_held`);
    const refusal = booleanOf(held, 'is_held') ? await prepared(source, target, masterKey) : 'busy';
    if (refusal !== null) {
      await close();
      return { ok: false, refusal };
    }
    const openKeys = async (sql: Sql): Promise<Opened> => {
      const seals = localSeals(masterKey);
      const { keys } = await openInstallationKeys(sql, seals);
      const masterKeys = createMasterKeys(sql, seals.own());
      const honey = honeyIdsOf(keys);
      const writer = createAuditWriter(keys.audit, options.systemUser);
      await writer.sign(sql);
      const renewPeople = (transaction: TransactionSql): Promise<void> =>
        renewPeopleSecrets(transaction, masterKeys, honey);
      return { writer, honey, renewPeople };
    };
    const opened = { source: await openKeys(source), target: await openKeys(target) };
    const homes = { source: await homeOf(source), target: await homeOf(target) };
    return { ok: true, moves: { ...createMoves({ source, target, opened, homes }, options.onStep), close } };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepared(source: Sql, target: Sql, masterKey: KeySource): Promise<TargetRefusal | null> {
  if ((await homeOf(source)) === (await homeOf(target))) return 'same';
  await openInstallationKeys(source, localSeals(masterKey));
  await prepareTarget(source, target);
  return targetRefusal(source, target, masterKey);
}

interface Pair<T> {
  readonly source: T;
  readonly target: T;
}

interface Opened {
  readonly writer: AuditWriter;
  readonly honey: HoneyIds;
  /** Seals the keys that a node needs for people again, after the peppers were changed. */
  readonly renewPeople: (transaction: TransactionSql) => Promise<void>;
}

interface Parts extends Pair<Sql> {
  readonly opened: Pair<Opened>;
  readonly homes: Pair<string>;
}

function createMoves(parts: Parts, onStep: (step: MoveStep) => void = () => undefined): Omit<Moves, 'close'> {
  const { source, target, opened, homes } = parts;
  const resume: Moves['resume'] = async (move, now) => {
    await copyPeppers(source, target, opened.target.renewPeople);
    const arrival = await arrive(parts, { ...move, from: homes.source });
    if (!arrival.ok) {
      await undoFence(source, move);
      return arrival;
    }
    onStep('copied');
    await leave(source, move);
    onStep('left');
    await open(target, opened.target.writer, { ...move, from: homes.source, now });
    onStep('open');
    await endMove(source, opened.source.writer, { ...move, now });
    return { ok: true, rows: Object.values(arrival.copied ?? {}).reduce((sum, count) => sum + count, 0) };
  };
  return {
    resume,
    listRunning: () => listRunning(source, homes.target),
    undo: (move) => undoFence(source, move),
    async listPeople(limit) {
      const rows = await source`
        select u.id, count(*)::int as accounts from users u join exchange_accounts a on a.user_id = u.id and a.unlinked_at is null
        where u.role = 'member' and u.deleted_at is null and u.id <> ${opened.source.honey.userId} group by u.id order by min(a.created_at), u.id limit ${limit}`;
      return rows.map((row) => ({ userId: textOf(row, 'id'), accounts: integerOf(row, 'accounts') }));
    },
    async isTargetServed() {
      const rows = await target`
        select 1 from nodes where dead_at is null and name is not null and role <> 'api' and seen_until > clock_timestamp() limit 1`;
      return rows.length > 0;
    },
    async ownerOf(accountId) {
      const [row] = await source`select user_id from exchange_accounts where id = ${accountId} and unlinked_at is null`;
      return row === undefined ? null : textOrNull(row, 'user_id');
    },
    async move(userId, now) {
      const fenced = await fence(source, { id: randomUUID(), userId, other: homes.target });
      if (!fenced.ok) return fenced;
      onStep('fenced');
      return resume(fenced.move, now);
    },
  };
}
