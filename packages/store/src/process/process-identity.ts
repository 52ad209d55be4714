// The identity of a process. The system reuses process ids, so a process is identified by its process id together with its start time.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { kill, platform } from 'node:process';
import { systemCode } from '../embedded/start-error.ts';

/** Returns whether a process with this process id exists. The process can belong to any user of the machine. */
export function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** Returns a text that is unique among all processes with this process id. Returns null when the process does not exist or is a zombie. */
export async function startMark(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  return platform === 'linux' ? linuxMark(pid) : psMark(pid);
}

async function linuxMark(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command name is in brackets and may contain blanks, so fields are counted after the last bracket. In proc(5), the state is field 3 and the start
    // time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : `${boot.trim()}:${fields[19] ?? ''}`;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(systemCode(error))) return null;
    throw error;
  }
}

async function psMark(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, output) =>
      resolve(error === null ? output.trim() : null),
    );
  });
}
