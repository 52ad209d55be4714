// The result of a call that the domain may refuse.

/** A refusal is a value, because callers handle it; anything unexpected throws. */
export type StoreResult<Value, Refusal extends string> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly refusal: Refusal };
