// The canonical text of a command without its deadline: what is hashed, stored with the intent and read back after a crash.
import { lots, ticks, type Lots, type Ticks } from '@rondo/decimal';
import type { Direction, InstrumentRules } from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { OrderSide, PlaceOrder } from '../ports/index.ts';

/** The parts of an order that its payload says. */
export type OrderParts = {
  readonly clientId: string;
  readonly side: OrderSide;
  readonly type: PlaceOrder['type'];
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly reduces: boolean;
};

/** The payload of a place: keys in a fixed order, whole numbers as text. */
export function payloadOf(instrument: InstrumentRules, direction: Direction, order: OrderParts): string {
  return JSON.stringify({
    instrumentId: instrument.id,
    clientId: order.clientId,
    positionSide: direction,
    side: order.side,
    type: order.type,
    price: order.price === null ? null : order.price.toString(),
    lots: order.lots.toString(),
    reduces: order.reduces,
  });
}

/** The payload of an amend (total size) or a cancel (neither). */
export function changePayloadOf(change: {
  readonly clientId: string;
  readonly price: Ticks | null;
  readonly lots: Lots | null;
}): string {
  return JSON.stringify({
    clientId: change.clientId,
    price: change.price?.toString() ?? null,
    lots: change.lots?.toString() ?? null,
  });
}

/** Reads a place payload back. Throws InvariantError when it is none: only our own journal is read with it. */
export function readPayload(payload: string): OrderParts {
  const raw: unknown = JSON.parse(payload);
  assert(
    typeof raw === 'object' && raw !== null && 'clientId' in raw && 'lots' in raw && 'side' in raw,
    'a stored order is not readable',
  );
  // Written by payloadOf: the journal is ours and the keys above were checked.
  const parts = raw as {
    clientId: string;
    side: OrderSide;
    type: PlaceOrder['type'];
    price: string | null;
    lots: string;
    reduces: boolean;
  };
  return {
    clientId: parts.clientId,
    side: parts.side,
    type: parts.type,
    price: parts.price === null ? null : ticks(BigInt(parts.price)),
    lots: lots(BigInt(parts.lots)),
    reduces: parts.reduces,
  };
}
