// `rondo doctor`: checks an installation, and says what to do.
import { exitCodes, type Command } from '../command.ts';
import { readDoctorFacts, type DoctorDeps } from './doctor-facts.ts';
import { judgeInstallation, type DoctorFinding } from './judge.ts';
import { readOptions } from '../options/read-options.ts';

const usage = `rondo doctor [--json]

Checks this installation with the settings of the server: permissions of files, free space, database and its settings,
master key, audit, clocks, certificate of the public address, own network addresses, backups and versions. It changes
nothing. It can run while the server runs.

  --json   print the findings as JSON
  --help   show this text

The exit code is 0 when nothing is bad, and 1 when something is bad.
`;

const signs: Readonly<Record<DoctorFinding['state'], string>> = {
  good: 'good      ',
  attention: 'attention ',
  bad: 'BAD       ',
  unknown: 'unknown   ',
};

/** Creates the command. */
export function doctorCommand(deps: DoctorDeps): Command {
  return {
    name: 'doctor',
    summary: 'check the installation, and say what to do',
    usage,
    run: async (args, { terminal }) => {
      const options = readOptions(args, { json: 'flag' });
      const findings = judgeInstallation(await readDoctorFacts(deps));
      terminal.out(options.flag('json') ? `${JSON.stringify(findings)}\n` : findings.map(lineOf).join(''));
      return findings.some(({ state }) => state === 'bad') ? exitCodes.failed : exitCodes.done;
    },
  };
}

function lineOf({ check, state, text, todo }: DoctorFinding): string {
  return `${signs[state]}${check}: ${text}\n${todo === null ? '' : `          ${todo}\n`}`;
}
