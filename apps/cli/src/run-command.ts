// Finds the typed command, shows help, and converts errors to exit codes.
import { maxMessageLength } from './limits.ts';
import { BadInput, UsageError, exitCodes, reasonOf, type Command, type CommandContext } from './command.ts';

/** Runs `rondo <args>` and returns its exit code: 0 done, 1 failed, 2 invalid usage. */
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
    terminal.err(`rondo: there is no command "${printable(name)}"\n\n${overview(commands)}`);
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
      terminal.err(`rondo ${name}: ${printable(error.message)}\nTry "rondo ${name} --help".\n`);
      return exitCodes.usage;
    }
    terminal.err(`rondo ${name}: ${printable(reasonOf(error))}\n`);
    return error instanceof BadInput ? exitCodes.usage : exitCodes.failed;
  }
}

function showHelp(commands: readonly Command[], [topic]: readonly string[], { terminal }: CommandContext): number {
  const isGeneral = topic === undefined || topic === '--help' || topic === '-h';
  const command = commands.find((one) => one.name === topic);
  if (!isGeneral && command === undefined) {
    terminal.err(`rondo help: there is no command "${printable(topic)}"\n\n${overview(commands)}`);
    return exitCodes.usage;
  }
  terminal.out(command?.usage ?? overview(commands));
  return exitCodes.done;
}

function overview(commands: readonly Command[]): string {
  const lines = commands.map((one) => `  ${one.name.padEnd(10)}${one.summary}`);
  const help = [
    `  ${'help'.padEnd(10)}show this text`,
    '',
    '"rondo <command> --help" shows the options of a command.',
    '',
    '',
  ];
  return ['rondo <command> [options]', '', ...lines, ...help].join('\n');
}

/** Returns the message as one line of printable characters, because quoted input must not move the cursor of a terminal. */
function printable(message: string): string {
  const line = message
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}...` : line;
}
