// Typed faults: the client order id `faultlostx1` causes the fault `lost` for its order.

/** The kind and the number of a fault, parsed from a client order id. */
export interface TypedFault {
  readonly kind: string;
  readonly amount: number;
}

/** Parses `fault<kind><number>x<anything>`. Returns undefined for any other id. */
export function readTypedFault(clOrdId: string): TypedFault | undefined {
  const match = /^fault([a-zA-Z]+?)(\d*)x[A-Za-z0-9]*$/.exec(clOrdId);
  const kind = match?.[1];
  return kind === undefined ? undefined : { kind: kind.toLowerCase(), amount: Number(match?.[2] || '0') };
}

/** Returns the typed fault of the first order in a request body. Returns undefined when no client id contains a fault. */
export function typedFaultOfBody(body: string): TypedFault | undefined {
  const id = /"clOrdId"\s*:\s*"(fault[A-Za-z0-9]+)"/.exec(body)?.[1];
  return id === undefined ? undefined : readTypedFault(id);
}
