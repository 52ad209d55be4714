// The static checks of the house, each one command: used by `npm test` and `npm run check`.
import { binOf } from './install.mjs';

/** One entry per check: its name and the arguments for Node. Lazy, because the packages may not be installed yet. */
export function staticChecks() {
  const tsc = binOf('typescript', 'tsc');
  return [
    { name: 'format', args: [binOf('oxfmt'), '--check'] },
    { name: 'lint', args: [binOf('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
    { name: 'house rules', args: [binOf('tsx'), 'tools/tidy/main.ts'] },
    { name: 'types of the pure packages', args: [tsc, '-p', 'tsconfig.pure.json'] },
    { name: 'types of the Node code', args: [tsc, '-p', 'tsconfig.node.json'] },
    { name: 'types of the web app', args: [tsc, '-p', 'tsconfig.web.json'] },
    { name: 'dead code and dependencies', args: [binOf('knip'), '--no-progress'] },
  ];
}
