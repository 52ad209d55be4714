// The result of a call that can be refused for a reason of the domain.

/** The result of a call that can be refused. A refusal is a value, because callers handle it. Unexpected errors are thrown. */
export type StoreResult<Value, Refusal extends string> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly refusal: Refusal };
