// The names of built-in properties that programs give to their own objects by assignment, such as the name of an error or a method `toString`.

/** Returns the prototypes with the names that objects below them may override by assignment. Every other inherited name needs a class, a literal or `defineProperty`. */
export function overriddenNames(): readonly (readonly [prototype: object, names: readonly PropertyKey[]])[] {
  return [
    // Objects are used as tables, and a key of a table can be any name.
    [Object.prototype, Reflect.ownKeys(Object.prototype)],
    [Function.prototype, ['constructor', 'toString', 'bind', 'call', 'apply']],
    // Node recognises an error by the value of `constructor` when it prints one, so this name is no accessor: a failed process would end without the text of its error.
    [Error.prototype, ['name', 'message', 'toString']],
    ...kindsOfErrors().map((prototype) => [prototype, ['name', 'message']] as const),
  ];
}

/** Returns the prototypes of the other errors of the language. An older Node has not all of them. */
function kindsOfErrors(): readonly object[] {
  const named = 'AggregateError EvalError RangeError ReferenceError SyntaxError SuppressedError TypeError URIError';
  const kinds = named.split(' ').map((name): unknown => Reflect.get(globalThis, name));
  const { CompileError, LinkError, RuntimeError } = Reflect.get(globalThis, 'WebAssembly');
  return [...kinds, CompileError, LinkError, RuntimeError].flatMap((kind) =>
    typeof kind === 'function' ? [kind.prototype as object] : [],
  );
}
