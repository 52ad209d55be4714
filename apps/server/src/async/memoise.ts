// Caches the results of functions by the identity of the argument. A function with this cache must not get an argument whose content
// changes later.

/** Returns the function with a cache. Each result is cached in a WeakMap for as long as its argument exists. */
export function memoise<Of extends object, Value>(compute: (of: Of) => Value): (of: Of) => Value {
  const results = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const known = results.get(of);
    if (known !== undefined) return known.value;
    const value = compute(of);
    results.set(of, { value });
    return value;
  };
}
