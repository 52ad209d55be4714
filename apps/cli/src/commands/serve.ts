// `rondo serve`: runs the server, the engine and the web app, as `npm start` does.
import { UsageError, type Command } from '../command.ts';

const usage = `rondo serve

Runs the server with the engine, the database and, with RONDO_VENUE=sandbox, the exchange in a box.
It builds what changed first, as "npm start" does. Settings are the environment variables in docs/operations.md.

  --help   show this text

Ctrl-C ends it. Exit codes: 0 ended when asked, 1 failed, 2 an option cannot be used.
`;

/** Creates the command. `serve` runs the server until the server ends, and returns the exit code of the server. */
export function serveCommand(serve: () => Promise<number>): Command {
  return {
    name: 'serve',
    summary: 'run the server',
    usage,
    run: async ([unexpected]) => {
      if (unexpected !== undefined) throw new UsageError(`"${unexpected}" is not an option`);
      return serve();
    },
  };
}
