// What follows from an object that does not change is worked out once for it.

/** The same function, with its answers kept for as long as the object that they are of. */
export function memoise<Of extends object, Value>(workOut: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const kept = known.get(of);
    if (kept !== undefined) return kept.value;
    const value = workOut(of);
    known.set(of, { value });
    return value;
  };
}
