// Finds the command a person typed, shows help, and turns refusals into exit codes.
import { BadInput, UsageError, exitCodes, type Command, type CommandContext } from './command.ts';

/** Runs `rondo <args>` and answers its exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [name = 'help', ...rest] = args;
  const { terminal } = context;
  if (name === 'help' || name === '--help' || name === '-h') return showHelp(commands, rest, context);
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    terminal.err(`rondo: there is no command "${name}"\n\n${overview(commands)}`);
    return exitCodes.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.usage);
    return exitCodes.done;
  }
  try {
    return await command.run(rest, context);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`rondo ${name}: ${error.message}\nTry "rondo ${name} --help".\n`);
      return exitCodes.usage;
    }
    terminal.err(`rondo ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof BadInput ? exitCodes.usage : exitCodes.failed;
  }
}

function showHelp(commands: readonly Command[], [topic]: readonly string[], { terminal }: CommandContext): number {
  const isGeneral = topic === undefined || topic === '--help' || topic === '-h';
  const command = commands.find((one) => one.name === topic);
  if (!isGeneral && command === undefined) {
    terminal.err(`rondo help: there is no command "${topic}"\n\n${overview(commands)}`);
    return exitCodes.usage;
  }
  terminal.out(command?.usage ?? overview(commands));
  return exitCodes.done;
}

function overview(commands: readonly Command[]): string {
  const lines = commands.map((one) => `  ${one.name.padEnd(10)}${one.summary}`);
  return ['rondo <command> [options]', '', ...lines, `  ${'help'.padEnd(10)}show this text`, '', ''].join('\n');
}
