// Tests POST /api/bots at the least available margin of a creation, with accounts that hold 0.99 USDT and 1 USDT at the exchange.
import type { ErrorBody } from '@rondo/contract';
import { expect, test } from 'vitest';
import { startWorld, validRequest } from '../_world.ts';

test.each([
  ['0.99', 'refused', { status: 409, code: 'INSUFFICIENT_MARGIN', bots: 0 }],
  ['1', 'accepted', { status: 200, code: undefined, bots: 1 }],
] as const)(
  'with %s USDT available, a request with an allocation of 0.90 USDT is %s',
  async (usdt, _verdict, expected) => {
    const world = await startWorld({ usdt });
    try {
      const { basic, entry, ...rest } = validRequest();
      // 9 USDT at leverage 20 and size ratio 0.5 are an allocation of 0.90 USDT. Two steps of 4.50 USDT are above the minimum size of ETH.
      const request = {
        ...rest,
        size_ratio: 0.5,
        basic: { ...basic, leverage: 20, max_total_size: '9' },
        entry: { ...entry, type: '2p', count: 2 },
      };
      const response = await world.api.inject({
        method: 'POST',
        url: '/api/bots',
        headers: { authorization: `Bearer ${await world.token('member')}` },
        payload: request,
      });
      const { error_code: code } = response.json<Partial<ErrorBody>>();
      const bots = (await world.context.store.bots.listActive(world.people.member.id)).length;
      expect({ status: response.statusCode, code, bots }).toEqual(expected);
    } finally {
      await world.close();
    }
  },
);
