// A file that a test loads into a program before the modules of the program. On the signal SIGUSR2 it tries to change the built-in objects, and replies with what it could change.
import type { pollute } from './pollution.ts';

// The functions are kept, because a program that is not frozen loses them while the probe replaces the properties of `Reflect`.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, ownKeys, set } = Reflect;

/** The built-in objects whose properties must be fixed. */
const owners = [
  'Object Function Array Map Set WeakMap WeakSet Promise String Number Boolean BigInt Symbol RegExp',
  'Date Error TypeError AggregateError ArrayBuffer Uint8Array DataView Proxy Reflect JSON Math Buffer',
  'URL Intl',
].flatMap((names) => names.split(' '));
/** The prototypes of generators and iterators, which have no name of their own. */
const unnamed: Readonly<Record<string, object>> = {
  'the prototype of generators': function* () {},
  'the prototype of async functions': async () => undefined,
  'the prototype of the iterators of arrays': [].values(),
  'the prototype of the iterators of maps': new Map().entries(),
  'the prototype of all iterators': Reflect.getPrototypeOf([].values()) ?? {},
  'the constructor of all typed arrays': Uint8Array,
};
/** The properties that `freezeIntrinsics` does not fix. */
const permitted = /^(Error\.(stackTraceLimit|prepareStackTrace)|RegExp\.prototype\..*)$/;

process.on('SIGUSR2', () => {
  const changed = [...listOwners().flatMap(([name, owner]) => changesOf(name, owner)), ...replacedGlobals()];
  const reply: Awaited<ReturnType<typeof pollute>> = {
    changed: changed.filter((name) => !permitted.test(name)),
    failed: failedOverrides(),
  };
  process.send?.(reply);
});

function listOwners(): readonly (readonly [name: string, owner: object])[] {
  const named = owners.flatMap((name) => {
    const owner = get(globalThis, name) as { readonly prototype?: object };
    const { prototype } = owner;
    return [[name, owner] as const, ...(prototype === undefined ? [] : [[`${name}.prototype`, prototype] as const])];
  });
  const others = Object.entries(unnamed).map(([name, value]) => [name, Reflect.getPrototypeOf(value) ?? {}] as const);
  return [...named, ...others];
}

/** Tries to add a property, and to replace and to delete each property. Restores what it has changed. */
function changesOf(name: string, owner: object): readonly string[] {
  const changed: string[] = [];
  if (trySet(owner, 'polluted', true)) changed.push(`${name}.polluted`);
  deleteProperty(owner, 'polluted');
  for (const key of ownKeys(owner)) {
    const before = getOwnPropertyDescriptor(owner, key);
    if (before === undefined) continue;
    const isReplaced = 'value' in before && trySet(owner, key, () => undefined);
    const isDeleted = before.configurable === true && deleteProperty(owner, key);
    if (isReplaced || isDeleted) defineProperty(owner, key, before);
    if (isReplaced || isDeleted) changed.push(`${name}.${String(key)}`);
  }
  return changed;
}

function trySet(owner: object, key: PropertyKey, value: unknown): boolean {
  try {
    return set(owner, key, value, owner);
  } catch {
    return false;
  }
}

function replacedGlobals(): readonly string[] {
  return [...owners, 'setTimeout', 'fetch'].filter((name) => {
    const before: unknown = get(globalThis, name);
    if (!trySet(globalThis, name, undefined)) return false;
    set(globalThis, name, before);
    return true;
  });
}

/** Returns the assignments to own properties that do not work, although the object inherits a built-in property of the same name. */
function failedOverrides(): readonly string[] {
  const table: Record<string, unknown> = {};
  const error = new TypeError();
  class Base {}
  const overrides: readonly (readonly [object, string])[] = [
    ...['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'].map((key) => [table, key] as const),
    ...['name', 'message', 'constructor', 'toString'].map((key) => [error, key] as const),
    ...['constructor', 'toString'].map((key) => [Base.prototype, key] as const),
    ...['bind', 'call', 'apply', 'toString'].map((key) => [() => undefined, key] as const),
  ];
  return overrides.flatMap(([owner, key]) => {
    const own = {};
    return trySet(owner, key, own) && Object.hasOwn(owner, key) && get(owner, key) === own ? [] : [key];
  });
}
