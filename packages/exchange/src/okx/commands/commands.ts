// Sends the commands of one account: place, amend, cancel and set leverage. Each command is sent once. Commands that are
// called at the same time are sent in one request (batches.ts). The code table (codes.ts) determines the outcome.
import type { AmendOrder, CancelOrder, Log, Outcome, PlaceOrder } from '@rondo/engine/ports';
import { formatDecimal, type Decimal } from '@rondo/decimal';
import { okxAlgoAckSchema, okxOrderAckSchema } from '@rondo/protocol';
import { endpoints, type EndpointName } from '../rest/endpoints.ts';
import {
  toAmendBody,
  toCancelBody,
  toPlaceBody,
  toTriggerAmendBody,
  toTriggerBody,
  toTriggerCancelBody,
} from './order-bodies.ts';
import { createBatches } from './batches.ts';
import { judgeBatch, judgeCommand, judgeSetting, type CommandVerb } from './outcome.ts';
import type { PositionModeMemory } from '../account/position-mode.ts';
import type { Priority } from '../rest/rate-budget.ts';
import type { OkxRest } from '../rest/rest.ts';

type Placed = Outcome<{ readonly venueOrderId: string }>;

/**
 * The commands of one account. The promise of a method resolves with the outcome and never rejects. A command is never
 * sent twice.
 */
export interface Commands {
  place(order: PlaceOrder): Promise<Placed>;
  amend(order: AmendOrder): Promise<Placed>;
  cancel(order: CancelOrder): Promise<Outcome<null>>;
  setLeverage(instrumentId: string, leverage: Decimal): Promise<Outcome<null>>;
}

/**
 * The dependencies of the commands. Every new order has `brokerTag` as its tag. When the text is empty, orders have no
 * tag.
 */
export interface CommandDeps {
  readonly rest: OkxRest;
  readonly log: Log;
  readonly mode: PositionModeMemory;
  readonly brokerTag: string;
  /** Called when the exchange refused a command because of the rules or the state of the instrument. */
  readonly onRulesDoubted: () => void;
}

interface Sending {
  readonly name: EndpointName;
  readonly instrumentId: string;
  readonly body: unknown;
  readonly priority: Priority;
  readonly deadlineAt?: number;
  readonly count?: number;
}

interface OrderSending extends Omit<Sending, 'name' | 'count'> {
  readonly verb: CommandVerb;
  readonly clientId: string;
}

/**
 * Returns the commands of one account. Deadlines are in exchange time. The client checks the deadline before it sends
 * an order, because the exchange ignores the deadline of a trigger order.
 */
export function createCommands(deps: CommandDeps): Commands {
  const { log, mode, brokerTag } = deps;
  const { send, sendOrder, sendTrigger } = createSender(deps);

  async function place(order: PlaceOrder): Promise<Placed> {
    const known = await mode.get();
    if (known === null) return refuse('local_mode', 'The position mode of the account could not be read.');
    const sending = { instrumentId: order.instrument.id, priority: priorityOf(order), deadlineAt: order.deadlineAt };
    if (order.type === 'trigger') {
      if (order.price === null) return refuse('local_price', 'The trigger order has no price.');
      return sendTrigger(
        { ...sending, name: 'placeTrigger', body: toTriggerBody({ ...order, price: order.price }, known, brokerTag) },
        'place',
      );
    }
    if (order.type !== 'market' && order.price === null) return refuse('local_price', 'The limit order has no price.');
    return sendOrder({
      ...sending,
      verb: 'place',
      clientId: order.clientId,
      body: toPlaceBody(order, known, brokerTag),
    });
  }

  return {
    async place(order) {
      const outcome = await place(order);
      if (outcome.kind === 'rejected' && outcome.reason === 'positionMode') mode.forget();
      return outcome;
    },
    amend(order) {
      const sending = { instrumentId: order.instrument.id, priority: 'exit', deadlineAt: order.deadlineAt } as const;
      return order.trigger
        ? sendTrigger({ ...sending, name: 'amendTrigger', body: toTriggerAmendBody(order) }, 'amend')
        : sendOrder({ ...sending, verb: 'amend', clientId: order.clientId, body: toAmendBody(order) });
    },
    async cancel(order) {
      const sending = { instrumentId: order.instrument.id, priority: 'exit' } as const;
      const outcome = await (order.trigger
        ? sendTrigger({ ...sending, name: 'cancelTrigger', body: toTriggerCancelBody(order) }, 'cancel')
        : sendOrder({ ...sending, verb: 'cancel', clientId: order.clientId, body: toCancelBody(order) }));
      return outcome.kind === 'accepted' ? { kind: 'accepted', value: null } : outcome;
    },
    async setLeverage(instrumentId, leverage) {
      const body = { instId: instrumentId, lever: formatDecimal(leverage), mgnMode: 'cross' };
      return judgeSetting(await send({ name: 'setLeverage', instrumentId, body, priority: 'entry' }), log);
    },
  };
}

const singleEndpoints = { place: 'placeOrder', amend: 'amendOrder', cancel: 'cancelOrder' } as const;
const batchEndpoints = { place: 'placeOrders', amend: 'amendOrders', cancel: 'cancelOrders' } as const;

type OkxOrderAck = { readonly ordId: string };

// Returns the functions that send a request body to its endpoint. The exchange counts its limits per endpoint and instrument.
function createSender({ rest, log, onRulesDoubted }: CommandDeps) {
  const orderAck = { ack: okxOrderAckSchema, value: (ack: OkxOrderAck) => ({ venueOrderId: ack.ordId }), log };

  function send({ name, instrumentId, body, priority, deadlineAt, count = 1 }: Sending): ReturnType<OkxRest['send']> {
    const { path, limit } = endpoints[name];
    return rest.send({
      path,
      body,
      bucket: `${name}:${instrumentId}`,
      limit,
      priority,
      count,
      ...(deadlineAt === undefined ? {} : { deadlineAt }),
    });
  }

  async function sendBatch(items: readonly OrderSending[]): Promise<readonly Placed[]> {
    const [first, ...others] = items;
    if (first === undefined) return [];
    const { verb, instrumentId, priority, deadlineAt } = first;
    const sending = { instrumentId, priority, ...(deadlineAt === undefined ? {} : { deadlineAt }) };
    if (others.length === 0)
      return [judgeCommand(await send({ ...sending, name: singleEndpoints[verb], body: first.body }), verb, orderAck)];
    const body = items.map((item) => item.body);
    const response = await send({ ...sending, name: batchEndpoints[verb], body, count: items.length });
    return judgeBatch(response, { verb, ids: items.map(({ clientId }) => clientId) }, orderAck);
  }

  const batches = createBatches(sendBatch);

  // Only commands with one verb, instrument, priority and deadline can be sent in one request.
  async function sendOrder(sending: OrderSending): Promise<Placed> {
    const { verb, instrumentId, priority, deadlineAt = 0 } = sending;
    return noted(await batches.add([verb, instrumentId, priority, deadlineAt].join(' '), sending));
  }

  async function sendTrigger(sending: Sending, verb: CommandVerb): Promise<Placed> {
    const response = await send(sending);
    return noted(
      judgeCommand(response, verb, { ack: okxAlgoAckSchema, value: (ack) => ({ venueOrderId: ack.algoId }), log }),
    );
  }

  function noted(outcome: Placed): Placed {
    if (outcome.kind === 'rejected' && (outcome.reason === 'rules' || outcome.reason === 'instrument'))
      onRulesDoubted();
    return outcome;
  }

  return { send, sendOrder, sendTrigger };
}

function priorityOf(order: PlaceOrder): Priority {
  if (!order.reduces) return 'entry';
  return order.type === 'market' ? 'close' : 'exit';
}

function refuse(code: string, message: string): Placed {
  return { kind: 'rejected', code, message, reason: 'notPlaced' };
}
