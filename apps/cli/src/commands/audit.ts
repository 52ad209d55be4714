// `rondo audit`: checks the audit, and prints the digest of its newest line.
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { AuditCheck, AuditMark, Store } from '@rondo/store';
import { BadInput, UsageError, exitCodes, type Command } from '../command.ts';
import { readOptions } from '../options/read-options.ts';

/** The parts of the store that this command uses. */
export type AuditStore = Pick<Store, 'audit' | 'close'>;

const usage = `rondo audit verify [--marks FILE] [--json]
rondo audit mark

"verify" reads all lines of the audit and follows their digests from the oldest line to the signed head. It finds lines
that were changed, deleted or added. "mark" prints the number and the digest of the newest line as one line of JSON.
Store marks on another machine: a mark shows that a database was replaced by an older copy of itself. A running server
appends a mark every hour to RONDO_AUDIT_FILE and gives it to RONDO_AUDIT_COMMAND.

  --marks FILE  compare with the marks of this file
  --json        print the result as JSON
  --help        show this text

The exit code is 0 when the audit is intact, and 1 when it is not.
`;

/** Creates the command. `open` opens the database. */
export function auditCommand(open: () => Promise<AuditStore>): Command {
  return {
    name: 'audit',
    summary: 'check the audit',
    usage,
    run: async (args, { terminal, folder }) => {
      const options = readOptions(args, { marks: 'text', json: 'flag' }, ['verify or mark']);
      const [action = ''] = options.words;
      if (action !== 'verify' && action !== 'mark') throw new UsageError('the actions are verify and mark');
      const file = options.text('marks');
      const marks = file === undefined ? [] : await readMarks(path.resolve(folder, file));
      const store = await open();
      try {
        if (action === 'mark') {
          terminal.out(`${JSON.stringify(await store.audit.mark(Date.now()))}\n`);
          return exitCodes.done;
        }
        const result = await store.audit.check(marks);
        terminal.out(options.flag('json') ? `${JSON.stringify(result)}\n` : `${textOf(result)}\n`);
        return result.problem === null ? exitCodes.done : exitCodes.failed;
      } finally {
        await store.close();
      }
    },
  };
}

function textOf({ problem, lineId, lines }: AuditCheck): string {
  switch (problem) {
    case null:
      return `The audit is intact. Lines: ${lines}.`;
    case 'head':
      return 'The head of the audit was changed or deleted, or another key has signed it.';
    case 'line':
      return `Line ${lineId} does not follow the line before: one of the two was changed, or lines between them were deleted.`;
    case 'end':
      return `The newest lines are missing. The last line that was found has the id ${lineId}.`;
    case 'added':
      return `Lines up to the id ${lineId} were added without the key of the audit.`;
    case 'exported':
      return 'The audit does not contain a line that was exported. The database may be an older copy.';
    case 'anchor':
      return 'The audit does not contain the line of its anchor, or the anchor was changed: lines were written again.';
    default:
      return problem satisfies never;
  }
}

async function readMarks(file: string): Promise<readonly AuditMark[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BadInput(`the file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => markOf(line, `line ${index + 1} of ${file} is not a mark`));
}

function markOf(line: string, message: string): AuditMark {
  const mark: unknown = parse(line);
  if (typeof mark !== 'object' || mark === null) throw new BadInput(message);
  const { line: number, hash, at } = mark as Readonly<Record<keyof AuditMark, unknown>>; // The types of the fields are checked next.
  if (typeof number !== 'number' || typeof hash !== 'string' || typeof at !== 'number') throw new BadInput(message);
  return { line: number, hash, at };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
