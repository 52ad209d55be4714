// Tests that `npm start` runs the server without core dumps, also when the limit of the caller allows them.
import { execFileSync } from 'node:child_process';
import { platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const install = fileURLToPath(new URL('../install.mjs', import.meta.url));

test.skipIf(platform() !== 'linux')(
  'a program that becomes the server has the core limit 0, and the same process id',
  () => {
    const limits = `process.stdout.write(require('node:fs').readFileSync('/proc/self/limits', 'utf8'))`;
    const script = `import { become, withoutCoreDumps } from '${install}';
    const [program, ...args] = withoutCoreDumps([process.execPath, '-e', ${JSON.stringify(limits)}]); become(program, args);`;
    const limitOf = (raise: string): string => {
      const command = [process.execPath, '--input-type=module', '-e', script];
      const text = execFileSync('/bin/sh', ['-c', `${raise}; exec "$@"`, 'sh', ...command], { encoding: 'utf8' });
      return /Max core file size +(\S+)/.exec(text)?.[1] ?? text;
    };
    expect(limitOf('ulimit -S -c "$(ulimit -H -c)"')).toBe('0');
  },
);
