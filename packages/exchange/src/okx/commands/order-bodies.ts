// Translates the commands of the engine to OKX request bodies. The functions are pure.
import type { AmendOrder, CancelOrder, PlaceOrder } from '@rondo/engine/ports';
import { formatDecimal, priceOf, sizeOf, type Ticks } from '@rondo/decimal';
import type {
  OkxAlgoAmendRequest,
  OkxAlgoCancelRequest,
  OkxAlgoRequest,
  OkxAmendRequest,
  OkxCancelRequest,
  OkxPlaceRequest,
} from '@rondo/protocol';
import type { InstrumentRules } from '../reads/translate.ts';

/**
 * The position mode of the account. With `hedge`, a long and a short are separate positions. With `net`, the account
 * has one signed position.
 */
export type PositionMode = 'hedge' | 'net';

/**
 * Returns the body of trade/order for limit, ioc and market orders. In hedge mode the body contains the position side.
 * In net mode the body of an exit contains `reduceOnly`.
 */
export function toPlaceBody(order: PlaceOrder, mode: PositionMode, brokerTag: string): OkxPlaceRequest {
  return {
    instId: order.instrument.id,
    tdMode: 'cross',
    side: order.side,
    ...modeFields(order, mode),
    ordType: order.type,
    sz: sizeText(order.lots, order.instrument),
    ...(order.type === 'market' || order.price === null ? {} : { px: priceText(order.price, order.instrument) }),
    clOrdId: order.clientId,
    ...(brokerTag === '' ? {} : { tag: brokerTag }),
  };
}

/** Returns the body of trade/order-algo: a market order that is triggered at the mark price `order.price`. */
export function toTriggerBody(
  order: PlaceOrder & { readonly price: Ticks },
  mode: PositionMode,
  brokerTag: string,
): OkxAlgoRequest {
  return {
    instId: order.instrument.id,
    tdMode: 'cross',
    side: order.side,
    ...modeFields(order, mode),
    ordType: 'conditional',
    sz: sizeText(order.lots, order.instrument),
    slTriggerPx: priceText(order.price, order.instrument),
    slTriggerPxType: 'mark',
    slOrdPx: '-1',
    algoClOrdId: order.clientId,
    ...(brokerTag === '' ? {} : { tag: brokerTag }),
  };
}

/** Returns the body of trade/amend-order. A null price leaves the price of the order unchanged. */
export function toAmendBody(order: AmendOrder): OkxAmendRequest {
  return {
    instId: order.instrument.id,
    clOrdId: order.clientId,
    newSz: sizeText(order.lots, order.instrument),
    ...(order.price === null ? {} : { newPx: priceText(order.price, order.instrument) }),
  };
}

/** Returns the body of trade/amend-algos. A null price leaves the trigger price unchanged. */
export function toTriggerAmendBody(order: AmendOrder): OkxAlgoAmendRequest {
  return {
    instId: order.instrument.id,
    algoClOrdId: order.clientId,
    newSz: sizeText(order.lots, order.instrument),
    ...(order.price === null ? {} : { newSlTriggerPx: priceText(order.price, order.instrument), newSlOrdPx: '-1' }),
  };
}

/** Returns the body of trade/cancel-order. */
export function toCancelBody(order: CancelOrder): OkxCancelRequest {
  return { instId: order.instrument.id, clOrdId: order.clientId };
}

/** Returns the body of trade/cancel-algos, which is a list with one order. */
export function toTriggerCancelBody(order: CancelOrder): readonly OkxAlgoCancelRequest[] {
  return [{ instId: order.instrument.id, algoClOrdId: order.clientId }];
}

function modeFields(
  order: PlaceOrder,
  mode: PositionMode,
): { posSide: string } | { reduceOnly: true } | Record<string, never> {
  if (mode === 'hedge') return { posSide: order.positionSide };
  return order.reduces ? { reduceOnly: true } : {};
}

function sizeText(lots: PlaceOrder['lots'], rules: InstrumentRules): string {
  return formatDecimal(sizeOf(lots, rules.lotSz));
}

function priceText(price: Ticks, rules: InstrumentRules): string {
  return formatDecimal(priceOf(price, rules.tickSz));
}
