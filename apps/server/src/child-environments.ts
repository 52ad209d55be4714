// The environments of child processes. They contain no setting of Rondo, because some settings are secrets.

export interface ChildEnvironments {
  /** The environment of the sandbox and of the database. */
  readonly childEnvironment: Readonly<Record<string, string>>;
  /** The environment of the signer. With a program that prints a key, it has the other variables that this program may need. */
  readonly signerEnvironment: Readonly<Record<string, string>>;
  /** The environment of the other programs of the operator. It has the variables of the server that are no settings. */
  readonly commandEnvironment: Readonly<Record<string, string>>;
}

const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG'];
/** Our settings, those of the database and of NATS, and options with which Node writes its memory to a file. */
const withheld = /^(RONDO_|NATS_|PG|NODE_|DATABASE_URL$|PORT$)/;

/** Returns the environments of child processes from the environment of the server. */
export function childEnvironments(environment: Readonly<Record<string, string | undefined>>): ChildEnvironments {
  const select = (isWanted: (name: string) => boolean): Record<string, string> =>
    Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) =>
        value !== undefined && isWanted(name) ? [[name, value]] : [],
      ),
    );
  const childEnvironment = select((name) => names.includes(name));
  const commandEnvironment = select((name) => !withheld.test(name));
  const commands = [environment['RONDO_MASTER_KEY_COMMAND'], environment['RONDO_PEOPLE_KEY_COMMAND']];
  const hasCommand = commands.some((command) => command !== undefined);
  return {
    childEnvironment,
    commandEnvironment,
    signerEnvironment: hasCommand ? commandEnvironment : childEnvironment,
  };
}
