// A file that a test loads into a program before the modules of the program. On the signal SIGUSR2 it tries to change the built-in objects, and replies with what it could change.
import { builtinModules } from 'node:module';
import type { pollute } from './pollution.ts';

// The functions and the global object are kept, because a program that is not frozen loses them while the probe replaces the properties of `Reflect` and the global names.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, ownKeys, set } = Reflect;
const globals = globalThis;

/** The global names that `freezeIntrinsics` does not fix. Every other name must be fixed with its value and its prototype, also a name that a newer Node adds. */
const changeable = [
  'Infinity NaN undefined global console process performance navigator Navigator DOMException AbortController AbortSignal Event',
  'EventTarget EventSource CustomEvent CloseEvent ErrorEvent MessageEvent MessageChannel MessagePort BroadcastChannel WebSocket Blob File FormData',
  'Headers Request Response TransformStream TransformStreamDefaultController WritableStream',
  'WritableStreamDefaultController WritableStreamDefaultWriter ReadableStream ReadableStreamDefaultReader',
  'ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableByteStreamController',
  'ReadableStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream',
  'TextDecoderStream CompressionStream DecompressionStream Performance PerformanceEntry PerformanceMark',
  'PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming Storage',
  'localStorage sessionStorage LockManager Lock QuotaExceededError URLPattern',
].flatMap((names) => names.split(' '));
/** Values whose prototypes have no name of their own. */
const unnamed: Readonly<Record<string, () => object | undefined>> = {
  generators: () => function* () {},
  'async functions': () => async () => undefined,
  'the iterators of arrays': () => [].values(),
  'the iterators of maps': () => new Map().entries(),
  'the iterators of parameters': () => new URLSearchParams().entries(),
  'all iterators': () => Reflect.getPrototypeOf([].values()) ?? undefined,
  'all typed arrays': () => Uint8Array,
  'helped iterators': () => (new Set([1]).values() as { take?(count: number): object }).take?.(1),
  'the checks of signatures': () => crypto.subtle,
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

function fixedNames(): readonly string[] {
  return Object.getOwnPropertyNames(globalThis).filter((name) => !changeable.includes(name) && !isOfProgram(name));
}

/** True for a name of a program that was typed on the command line, and of the compiler of the tests. */
function isOfProgram(name: string): boolean {
  return name.startsWith('__') || ['require', 'module', 'exports', ...builtinModules].includes(name);
}

function listOwners(): readonly (readonly [name: string, owner: object])[] {
  const named = fixedNames().flatMap((name) => {
    const owner: unknown = get(globalThis, name);
    if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null || owner === globalThis) return [];
    const { prototype } = owner as { readonly prototype?: object };
    return [[name, owner] as const, ...(prototype === undefined ? [] : [[`${name}.prototype`, prototype] as const])];
  });
  const others = Object.entries(unnamed).flatMap(([name, make]) => {
    const value = make();
    return value === undefined ? [] : [[`the prototype of ${name}`, Reflect.getPrototypeOf(value) ?? {}] as const];
  });
  return [...named, ...others, ['crypto.subtle', crypto.subtle]];
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
  return fixedNames().filter((name) => {
    const before: unknown = get(globals, name);
    if (!trySet(globals, name, undefined)) return false;
    set(globals, name, before);
    return true;
  });
}

/** Returns the assignments to own properties that do not work, although the object inherits a built-in property of the same name. */
function failedOverrides(): readonly string[] {
  const table: Record<string, unknown> = {};
  const { CompileError } = get(globalThis, 'WebAssembly') as { readonly CompileError: new () => Error };
  const [error, compileError] = [new TypeError(), new CompileError()];
  class Base {}
  const overrides: readonly (readonly [object, string])[] = [
    ...['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'].map((key) => [table, key] as const),
    ...['name', 'message', 'toString'].flatMap((key) => [[error, key] as const, [compileError, key] as const]),
    ...['constructor', 'toString'].map((key) => [Base.prototype, key] as const),
    ...['bind', 'call', 'apply', 'toString'].map((key) => [() => undefined, key] as const),
  ];
  return overrides.flatMap(([owner, key]) => {
    const own = {};
    return trySet(owner, key, own) && Object.hasOwn(owner, key) && get(owner, key) === own ? [] : [key];
  });
}
