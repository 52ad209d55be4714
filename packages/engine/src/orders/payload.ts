// The canonical text of a command without its deadline. The text is hashed, stored with the intent and parsed after a restart.
import { lots, ticks, type Lots, type Ticks } from '@rondo/decimal';
import type { Direction, InstrumentRules } from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { OrderSide, PlaceOrder } from '../ports/index.ts';

/** The fields of a placement that its payload contains. */
export type PlacementFields = {
  readonly clientId: string;
  readonly side: OrderSide;
  readonly type: PlaceOrder['type'];
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly reduces: boolean;
};

/** Returns the payload of a placement. The keys are in a fixed sequence, and whole numbers are texts. */
export function payloadOf(instrument: InstrumentRules, direction: Direction, order: PlacementFields): string {
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

/** Returns the payload of an amend or of a cancel. For an amend, `lots` is the total size. For a cancel, price and lots are null. */
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

/** Parses the payload of a placement from our own journal. Throws InvariantError when the text is not a placement. */
export function readPayload(payload: string): PlacementFields {
  const raw: unknown = JSON.parse(payload);
  assert(
    typeof raw === 'object' && raw !== null && 'clientId' in raw && 'lots' in raw && 'side' in raw,
    'A stored order is not readable.',
  );
  // `payloadOf` wrote this text: only our code writes to the journal, and the keys above were checked.
  const fields = raw as {
    clientId: string;
    side: OrderSide;
    type: PlaceOrder['type'];
    price: string | null;
    lots: string;
    reduces: boolean;
  };
  return {
    clientId: fields.clientId,
    side: fields.side,
    type: fields.type,
    price: fields.price === null ? null : ticks(BigInt(fields.price)),
    lots: lots(BigInt(fields.lots)),
    reduces: fields.reduces,
  };
}
