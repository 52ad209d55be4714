// Freezes the built-in objects of the language, so that a program error or a polluted prototype changes nothing for the rest of the process.
import { overriddenNames } from './overridden-names.ts';

/** The global names whose values are frozen with everything that their properties lead to, and that nothing can replace. */
const frozenGlobals = [
  'Object Function Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise String Number',
  'Boolean BigInt Symbol RegExp Date Iterator Proxy Reflect JSON Error AggregateError EvalError',
  'RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView',
  'Uint8Array Int8Array Uint8ClampedArray Uint16Array Int16Array Uint32Array Int32Array Float32Array',
  'Float64Array BigUint64Array BigInt64Array Float16Array SuppressedError DisposableStack',
  'AsyncDisposableStack Math Atomics Intl WebAssembly eval isFinite isNaN parseFloat parseInt escape',
  'unescape decodeURI decodeURIComponent encodeURI encodeURIComponent Buffer URL URLSearchParams',
  'TextEncoder TextDecoder crypto Crypto CryptoKey SubtleCrypto fetch structuredClone queueMicrotask',
  'setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate atob btoa',
].flatMap((names) => names.split(' '));

/**
 * Freezes the constructors, prototypes and functions of the language and some of Node, and the global names that lead to them. Modules that are loaded later find them frozen. An
 * object that inherits from a frozen prototype can still get an own property with one of the overridden names. A second call does nothing.
 * The prototype of regular expressions stays as it is: after any change of it, V8 replaces and splits texts with regular expressions 10 to 40 times slower. Its functions are frozen.
 */
export function freezeIntrinsics(): void {
  if (Object.isFrozen(Object.prototype)) return;
  permitStackTraces();
  const intrinsics = findIntrinsics();
  for (const [owner, names] of overriddenNames()) for (const name of names) permitOverride(owner, name);
  for (const intrinsic of intrinsics) if (intrinsic !== RegExp.prototype) freeze(intrinsic);
  for (const name of ['globalThis', ...frozenGlobals]) fixGlobal(name);
}

/** The two properties of `Error` that libraries assign. They change the text of a stack trace only. */
const stackTraceNames: readonly PropertyKey[] = ['stackTraceLimit', 'prepareStackTrace'];

/** Adds the property of `Error` that the engine reads and that no program can add afterwards. */
function permitStackTraces(): void {
  if (Object.hasOwn(Error, 'prepareStackTrace')) return;
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: true, configurable: true });
}

/** Returns the objects and functions to which the properties and prototypes of the frozen globals lead. */
function findIntrinsics(): ReadonlySet<object> {
  const found = new Set<object>();
  const waiting: unknown[] = [...frozenGlobals.map((name) => Reflect.get(globalThis, name)), ...unnamedIntrinsics()];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isObject(value) || found.has(value) || value === globalThis) continue;
    found.add(value);
    waiting.push(Reflect.getPrototypeOf(value));
    for (const name of Reflect.ownKeys(value)) {
      const { value: property, get, set } = Reflect.getOwnPropertyDescriptor(value, name) ?? {};
      waiting.push(property, get, set);
    }
  }
  return found;
}

/** Returns values whose prototypes have no global name. */
function unnamedIntrinsics(): readonly unknown[] {
  const functions = [function* () {}, async () => undefined, async function* () {}];
  const iterators = [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/a/g)];
  const parameters = new URLSearchParams().values();
  const others = [parameters, ...iteratorHelpers(), crypto.subtle];
  return [crypto.subtle, ...[...functions, ...iterators, ...others].map((value) => Reflect.getPrototypeOf(value))];
}

/** Returns an iterator that a helper has made, and one that wraps an iterator of another prototype. Node 20 has neither. */
function iteratorHelpers(): readonly object[] {
  const { Iterator: iterators } = globalThis as {
    Iterator?: { from?(source: object): { take(count: number): object } };
  };
  const wrapped = iterators?.from?.({ next: () => ({ done: true }) });
  return wrapped === undefined ? [] : [wrapped, wrapped.take(0)];
}

/**
 * Replaces a data property by an accessor. An assignment to an object that inherits from `owner` then makes an own property. Without the accessor the assignment would throw in
 * strict code and do nothing in other code, because the inherited property is read-only.
 */
function permitOverride(owner: object, name: PropertyKey): void {
  const descriptor = Reflect.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || !('value' in descriptor)) return;
  const { value, enumerable = false } = descriptor;
  const get = (): unknown => value;
  // Libraries that look up functions by their path, such as `get-intrinsic`, read the value here.
  Object.defineProperty(get, 'originalValue', { value });
  // The call throws for the frozen owner and for a value that is no object, as a read-only property does.
  const set = function set(this: object, own: unknown): void {
    Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
  };
  for (const part of [get, set]) Object.freeze(part);
  Object.defineProperty(owner, name, { get, set, enumerable, configurable: false });
}

/** Freezes one object, except the properties of `Error` that libraries assign. */
function freeze(intrinsic: object): void {
  if (intrinsic !== Error) return void Object.freeze(intrinsic);
  for (const name of Reflect.ownKeys(Error)) {
    const isFixed = !stackTraceNames.includes(name);
    Object.defineProperty(Error, name, isFixed ? { configurable: false, writable: false } : { configurable: false });
  }
  Object.preventExtensions(Error);
}

/** Makes a global name read-only. */
function fixGlobal(name: string): void {
  if (!Object.hasOwn(globalThis, name)) return;
  const value: unknown = Reflect.get(globalThis, name);
  Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
