// Reads the messages of BASE_BACKUP (https://www.postgresql.org/docs/current/protocol-replication.html) as one archive: our header, the files of the cluster, and the manifest
// of PostgreSQL.
import { BackupError } from '../backup-error.ts';
import { documentOf } from '../document.ts';
import { headerName } from '../manifest.ts';
import { archiveEnd, entryBytes, readArchive, bodyOf } from '../tar.ts';
import { baseManifestName, readBaseManifest } from './base-manifest.ts';
import type { PhysicalHeader } from './physical-header.ts';

/** The position and the timeline at which the recovery of a base backup begins. */
type BackupStart = Pick<PhysicalHeader, 'timeline' | 'startLsn'>;

/** The name of the file that PostgreSQL sends first. It says where recovery begins. */
const labelName = 'backup_label';
/** The first file with its header is shorter than this number of bytes, and the whole archive is longer. */
const labelBytes = 1_024;

/** Yields the bytes of an archive with all that the messages contain. `headerOf` returns our header, which is the first entry. Throws BackupError `server` when the server sends something else. */
export async function* baseArchive(
  messages: AsyncIterable<Buffer>,
  headerOf: (start: BackupStart) => PhysicalHeader,
): AsyncGenerator<Buffer> {
  const manifest: Buffer[] = [];
  // The last bytes are the end of an archive of one archive. They are held back, because the manifest follows in ours.
  let held = Buffer.alloc(0);
  let hasBegun = false;
  for await (const part of clusterBytes(messages)) {
    if (part.isManifest) {
      manifest.push(part.bytes);
      continue;
    }
    held = Buffer.concat([held, part.bytes]);
    if (held.length <= labelBytes) continue;
    if (!hasBegun) {
      const header = headerOf(await readLabel(held));
      yield* entryBytes({ name: headerName, body: documentOf(header) });
      hasBegun = true;
    }
    const ready = held.length - archiveEnd.length;
    yield held.subarray(0, ready);
    held = held.subarray(ready);
  }
  if (!hasBegun || !held.equals(archiveEnd) || manifest.length === 0)
    throw new BackupError('server', 'PostgreSQL has not sent the whole backup.');
  const body = Buffer.concat(manifest);
  readBaseManifest(body);
  yield* entryBytes({ name: baseManifestName, body });
  yield archiveEnd;
}

interface ReceivedBytes {
  readonly isManifest: boolean;
  readonly bytes: Buffer;
}

/** Yields the bytes of the archive of the cluster, and then the bytes of the manifest. */
async function* clusterBytes(messages: AsyncIterable<Buffer>): AsyncGenerator<ReceivedBytes> {
  let archives = 0;
  let isManifest = false;
  for await (const message of messages) {
    const kind = message.toString('latin1', 0, 1);
    if (kind === 'd') yield { isManifest, bytes: message.subarray(1) };
    else if (kind === 'm') isManifest = true;
    else if (kind === 'n') archives += 1;
    else if (kind !== 'p') throw new BackupError('server', `PostgreSQL has sent an unknown message (${kind}).`);
    if (archives > 1) throw new BackupError('server', tablespaceSentence);
  }
}

/** Why a cluster with tablespaces is refused. */
export const tablespaceSentence =
  'The database has tablespaces outside its data folder, and a physical backup cannot restore them to another machine. Move their tables with "alter table ... set tablespace pg_default" and drop them, or make a logical backup (without --physical).';

async function readLabel(bytes: Buffer): Promise<BackupStart> {
  for await (const member of readArchive(once(bytes))) {
    if (member.name !== labelName || member.size > bytes.length - 512) break;
    const text = (await bodyOf(member, labelBytes)).toString('utf8');
    const startLsn = /^START WAL LOCATION: (\S+)/m.exec(text)?.[1];
    const timeline = /^START TIMELINE: (\d+)$/m.exec(text)?.[1];
    if (startLsn !== undefined && timeline !== undefined) return { startLsn, timeline: Number(timeline) };
    break;
  }
  throw new BackupError('server', `PostgreSQL has not sent the file ${labelName} first.`);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
