// The options of Node for the process of the server.

/**
 * The options of Node. `--enable-source-maps` writes the names of the source files into stack traces. `--max-semi-space-size` sets the memory for new objects in MB.
 * With the 16 MB that Node uses without the option, the garbage collector of a server with 150 accounts ran about four times as often.
 * Node begins a collection of all objects when less than the memory for new objects is left below its limit. `--heap-growing-percent` sets this limit to 2.5 times
 * the memory in use. Without it a server with 500 idle accounts collected all objects every 8 s, and with it in less than one of 60 s. The process needs up to 150 MB more.
 * `--no-parallel-scavenge` collects new objects without helper threads. With them the server waited up to 100 ms for a helper that had no processor.
 */
export const serverOptions = [
  '--enable-source-maps',
  '--max-semi-space-size=64',
  '--heap-growing-percent=150',
  '--no-parallel-scavenge',
];
