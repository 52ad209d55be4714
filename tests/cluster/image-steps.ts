// Runs the steps of the Dockerfile in folders of this machine, without a container engine.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders and files that deploy/Dockerfile.dockerignore excludes. */
const ignored =
  /(^|\/)(node_modules|dist|coverage|\.git|\.cache|\.rondo[^/]*)(\/|$)|\.log$|\.tsbuildinfo$|(^|\/)\.env$|^deploy\/[^/]*\.key$/;

/** The build arguments of an image by name. Each is a variable of the steps, as in a container engine. */
type BuildArguments = Readonly<Record<string, string>>;

/**
 * Builds every stage of the Dockerfile in its own folder below `target` and returns the folder of the last stage. The stages use the Node of this machine. Steps
 * that create a folder for the user of the image are skipped. Throws when a command fails.
 */
export function buildImage(root: string, target: string, given: BuildArguments): string {
  const stages = new Map<string, string>();
  let folder = '';
  let variables: BuildArguments = {};
  for (const line of readFileSync(path.join(root, 'deploy', 'Dockerfile'), 'utf8').split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image';
      folder = path.join(target, name);
      mkdirSync(folder, { recursive: true });
      stages.set(name, folder);
      variables = {};
    }
    if (word === 'ARG') {
      const [name = '', otherwise = ''] = rest.split('=');
      variables = { ...variables, [name]: given[name] ?? otherwise };
    }
    if (word === 'COPY') copy(rest, { root, folder, stages });
    if (word === 'RUN' && !rest.startsWith('install -d')) runStep(rest, folder, variables);
  }
  return folder;
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly stages: ReadonlyMap<string, string>;
}

function copy(step: string, { root, folder, stages }: Place): void {
  const [, stage, from = '', to = ''] = /^--from=(\w+) \/build\/(\S+) (\S+)$/.exec(step) ?? [];
  if (stage !== undefined) {
    cpSync(path.join(stages.get(stage) ?? '', from), path.join(folder, to), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return;
  }
  if (step !== '. .') throw new Error(`The step "COPY ${step}" has an unknown form.`);
  cpSync(root, folder, {
    recursive: true,
    filter: (file) => !ignored.test(path.relative(root, file).split(path.sep).join('/')),
  });
}

function runStep(command: string, cwd: string, variables: BuildArguments): void {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The step "RUN ${command}" has failed:\n${stdout}\n${stderr}`);
}
