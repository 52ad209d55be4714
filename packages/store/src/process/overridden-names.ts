// The names of built-in properties that programs give to their own objects by assignment, such as the name of an error or a method `toString`.

/** Returns the prototypes with the names that objects below them may override by assignment. Every other inherited name needs a class, a literal or `defineProperty`. */
export function overriddenNames(): readonly (readonly [prototype: object, names: readonly PropertyKey[]])[] {
  return [
    // Objects are used as tables, and a key of a table can be any name.
    [Object.prototype, Reflect.ownKeys(Object.prototype)],
    [Function.prototype, ['constructor', 'toString', 'bind', 'call', 'apply']],
    [Error.prototype, ['constructor', 'name', 'message', 'toString']],
    ...kindsOfErrors.map(({ prototype }) => [prototype, ['constructor', 'name', 'message']] as const),
  ];
}

const kindsOfErrors = [AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
