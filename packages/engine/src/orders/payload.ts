// The canonical text of a command without its deadline. The text is hashed, stored with the intent and parsed after a restart.
import { decimal, formatDecimal, lots, ticks, type Decimal, type Lots, type Ticks } from '@rondo/decimal';
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
    ...unitsOf(instrument),
  });
}

// The units of a price and a size are those of the bot at its creation, unless the payload names other units.
function unitsOf({ isRefined, tickSz, lotSz }: InstrumentRules): { tickSz?: string; lotSz?: string } {
  return isRefined === true ? { tickSz: formatDecimal(tickSz), lotSz: formatDecimal(lotSz) } : {};
}

/** Returns the payload of an amend or of a cancel. For an amend, `lots` is the total size. For a cancel, price and lots are null. */
export function changePayloadOf(
  instrument: InstrumentRules,
  change: { readonly clientId: string; readonly price: Ticks | null; readonly lots: Lots | null },
): string {
  return JSON.stringify({
    clientId: change.clientId,
    price: change.price === null ? null : change.price.toString(),
    lots: change.lots === null ? null : change.lots.toString(),
    ...unitsOf(instrument),
  });
}

/** The fields of a stored placement. The units are null when they are those of the bot at its creation. */
export type StoredPlacement = PlacementFields & { readonly tickSz: Decimal | null; readonly lotSz: Decimal | null };

/** Parses the payload of a placement from our own journal. Throws InvariantError when the text is not a placement. */
export function readPayload(payload: string): StoredPlacement {
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
    tickSz?: string;
    lotSz?: string;
  };
  return {
    clientId: fields.clientId,
    side: fields.side,
    type: fields.type,
    price: fields.price === null ? null : ticks(BigInt(fields.price)),
    lots: lots(BigInt(fields.lots)),
    reduces: fields.reduces,
    tickSz: fields.tickSz === undefined ? null : decimal(fields.tickSz),
    lotSz: fields.lotSz === undefined ? null : decimal(fields.lotSz),
  };
}
