// Tests how requests to the signer are batched, repeated after a restart, and given up.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createSignerClient } from './signer-client.ts';
import { signerLimits } from './signer-limits.ts';
import type { SignerListener } from './signer-line.ts';
import type { SignerReply, SignerRequest, SignItem } from './signer-messages.ts';

const item: SignItem = { kind: 'login', handle: 'ada:1', timestamp: '1764000000' };
const key = { accountId: 'ada', wrappedKey: '', apiKey: '', secretKey: '', passphrase: '', rotation: null };

function openClient() {
  const clock = createVirtualClock();
  const sent: SignerRequest[] = [];
  const heard: { listener?: SignerListener } = {};
  const client = createSignerClient(
    {
      send: (message) => void sent.push(message),
      listen: (listener) => (heard.listener = listener),
      isUp: () => true,
      restarts: () => 0,
      stop: async () => undefined,
    },
    clock,
  );
  const reply = (message: SignerReply): void => heard.listener?.reply(message);
  const replyTo = (message: SignerRequest | undefined): void => {
    if (message?.kind === 'sign')
      reply({ kind: 'signed', id: message.id, results: message.items.map((_, index) => ({ sign: String(index) })) });
  };
  return { clock, client, sent, reply, replyTo, restart: () => heard.listener?.up() };
}

test('requests of one turn share messages of limited size, and each gets its own signature', async () => {
  const { client, sent, replyTo } = openClient();
  const results = Array.from({ length: signerLimits.batch + 2 }, () => client.sign(item));
  await Promise.resolve();
  expect(sent.map((message) => message.kind === 'sign' && message.items.length)).toEqual([signerLimits.batch, 2]);
  sent.forEach(replyTo);
  expect((await Promise.all(results)).slice(-3)).toEqual([{ sign: '63' }, { sign: '0' }, { sign: '1' }]);
});

test('a request without a reply is sent again when the signer was restarted', async () => {
  const { client, sent, replyTo, restart } = openClient();
  const result = client.sign(item);
  await Promise.resolve();
  restart();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  replyTo(sent[1]);
  expect(await result).toEqual({ sign: '0' });
  restart();
  expect(sent).toHaveLength(2);
});

test('a request without a reply in time is not signed, and a late reply changes nothing', async () => {
  const { clock, client, sent, replyTo } = openClient();
  const result = client.sign(item);
  const opening = client.open('ada:1', key);
  const failed = expect(opening).rejects.toThrow('the signer did not reply');
  await clock.pass(signerLimits.replyMs);
  expect(await result).toEqual({ refusal: 'silent' });
  await failed;
  sent.forEach(replyTo);
  expect(await result).toEqual({ refusal: 'silent' });
});

test('the number of waiting requests is bounded', async () => {
  const { clock, client, sent } = openClient();
  const openings = Array.from({ length: signerLimits.waiting + 1 }, () => client.open('ada:1', key).catch(() => 'no'));
  expect(await openings.at(-1)).toBe('no');
  expect(sent).toHaveLength(signerLimits.waiting);
  await clock.pass(signerLimits.replyMs);
  expect(new Set(await Promise.all(openings))).toEqual(new Set(['no']));
});

test('a key that cannot be opened throws the cause', async () => {
  const { client, sent, reply } = openClient();
  const opening = client.open('ada:1', key);
  reply({ kind: 'failed', id: sent[0]?.id ?? 0, cause: 'the text was changed' });
  await expect(opening).rejects.toThrow('the text was changed');
});
