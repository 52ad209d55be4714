// Tests of reading a copy: the sequence of the messages, its ends, and a server that sends nothing.
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { copiedMessages } from './copy-stream.ts';

const messages = Array.from({ length: 300 }, (_none, number) => Buffer.alloc(1_000, number % 256));

/** Writes the messages while the stream takes them, as a socket does. */
async function send(stream: PassThrough): Promise<void> {
  for (const message of messages)
    if (!stream.write(message)) await new Promise((resolve) => stream.once('drain', resolve));
  stream.end();
}

test('a slow reader gets each message by itself and in sequence, and the stream has an end', async () => {
  const stream = new PassThrough({ highWaterMark: 4_000 });
  const sending = send(stream);
  const received: Buffer[] = [];
  for await (const message of copiedMessages(stream)) {
    received.push(message);
    await new Promise(setImmediate);
  }
  await sending;
  expect(received).toEqual(messages);
});

test('a stream whose driver has lost its socket ends the copy', async () => {
  // The stream of the driver resumes its socket, which is null after the connection was lost.
  const stream = new Readable({
    read() {
      throw new TypeError('no socket');
    },
  });
  await expect(copiedMessages(stream).next()).rejects.toThrow('PostgreSQL has closed the connection.');
});

test('a server that sends nothing, an error of the connection, a closed connection and an abort end the copy with their reason', async () => {
  const read = async (act: (stream: PassThrough) => void, options = {}) => {
    const stream = new PassThrough();
    stream.write('first');
    const copy = copiedMessages(stream, options);
    await copy.next();
    const next = copy.next();
    act(stream);
    return next.then(
      () => 'a message',
      (error: unknown) => (error instanceof Error ? error.message : 'no error'),
    );
  };
  expect(await read(() => undefined, { stallMs: 5 })).toContain('PostgreSQL has sent nothing');
  expect(await read((stream) => stream.destroy(new Error('lost')))).toBe('lost');
  expect(await read((stream) => stream.destroy())).toBe('PostgreSQL has closed the connection.');
  const end = new AbortController();
  expect(await read(() => end.abort(new Error('ended')), { signal: end.signal })).toBe('ended');
});
