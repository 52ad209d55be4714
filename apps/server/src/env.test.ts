// Tests the configuration: the accepted values, and the error that names a refused variable.
import path from 'node:path';
import { formatDecimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { forgetKeys, readServerConfig } from './env.ts';

test('a configured help link has its value, and a help link without a value is null', () => {
  const set = readServerConfig({
    RONDO_GUIDE_URL: 'https://guide.test/a',
    RONDO_SUPPORT_URL: 'mailto:help@rondo.test',
  });
  expect(set.ok && set.config.help).toEqual({
    guide_url: 'https://guide.test/a',
    documentation_url: null,
    support_url: 'mailto:help@rondo.test',
  });
});

test.each(['javascript:alert(1)', '/guide', 'https://', 'https://a b', 'https://x"onclick="y'])(
  'the error for the help link %s names its variable',
  (address) => {
    const read = readServerConfig({ RONDO_SUPPORT_URL: address });
    expect(read.ok ? '' : read.message).toContain('RONDO_SUPPORT_URL: must begin with');
  },
);

test('without RONDO_INSECURE_HTTP, an address that other machines can reach is refused', () => {
  expect(readServerConfig({ RONDO_HOST: '0.0.0.0' }).ok).toBe(false);
  expect(readServerConfig({ RONDO_HOST: '0.0.0.0', RONDO_INSECURE_HTTP: '1' }).ok).toBe(true);
});

test('an address that other machines can reach is accepted when a TLS proxy is named, and for a node that serves no log-ins', () => {
  const reachable = { RONDO_HOST: '0.0.0.0', RONDO_PUBLIC_URL: 'https://bots.example' };
  expect(readServerConfig(reachable).ok).toBe(false);
  const proxied = readServerConfig({ ...reachable, RONDO_TRUSTED_PROXIES: '10.0.0.4' });
  expect(proxied.ok && proxied.config.isInsecureHttp).toBe(false);
  const plain = { ...reachable, RONDO_PUBLIC_URL: 'http://bots.example', RONDO_TRUSTED_PROXIES: '10.0.0.4' };
  expect(readServerConfig(plain).ok).toBe(false);
  const engine = { RONDO_HOST: '0.0.0.0', RONDO_ROLE: 'engine', DATABASE_URL: 'postgres://localhost/rondo' };
  expect(readServerConfig(engine).ok).toBe(true);
});

test.each([
  ['postgres://rondo:secret@db.example/rondo', false],
  ['postgres://rondo:secret@db.example/rondo?sslmode=require', false],
  ['postgres:///rondo?host=db.example', false],
  ['postgres://rondo:secret@db.example/rondo?sslmode=verify-full', true],
  ['postgres://localhost:5432/rondo', true],
  ['postgres://[::1]/rondo', true],
  ['postgres:///rondo?host=/run/postgresql', true],
])('the database %s is accepted without RONDO_INSECURE_DATABASE: %s', (address, isAccepted) => {
  const read = readServerConfig({ DATABASE_URL: address });
  expect(read.ok).toBe(isAccepted);
  if (!read.ok) expect([read.message.includes('sslmode'), read.message.includes('secret')]).toEqual([true, false]);
  expect(readServerConfig({ DATABASE_URL: address, RONDO_INSECURE_DATABASE: '1' }).ok).toBe(true);
});

test.each([
  ['postgres:///rondo', 'db.example', false],
  ['postgres:///rondo?sslmode=verify-full', 'db.example', true],
  ['postgres:///rondo', 'localhost', true],
  ['postgres:///rondo', '::1', true],
  ['postgres:///rondo', '/run/postgresql', true],
  ['postgres:///rondo?host=/run/postgresql', 'db.example', true],
  ['postgres://localhost/rondo', 'db.example', true],
])(
  'the database %s with PGHOST=%s, to which the driver connects without another host, is accepted: %s',
  (address, host, isAccepted) => {
    expect(readServerConfig({ DATABASE_URL: address, PGHOST: host }).ok).toBe(isAccepted);
  },
);

test('RONDO_HOOKS_FROM is a list of addresses and networks, and by default every address may send messages', () => {
  const read = readServerConfig({ RONDO_HOOKS_FROM: '52.89.214.238,10.0.0.0/8' });
  expect(read.ok && read.config.hooksFrom).toEqual(['52.89.214.238', '10.0.0.0/8']);
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.hooksFrom).toBeNull();
  expect(readServerConfig({ RONDO_HOOKS_FROM: 'tradingview' }).ok).toBe(false);
});

test('RONDO_METRICS_FROM is a list of addresses and networks, and by default it has this machine', () => {
  const read = readServerConfig({ RONDO_METRICS_FROM: 'loopback,10.0.0.0/8' });
  expect(read.ok && read.config.metricsFrom).toEqual(['loopback', '10.0.0.0/8']);
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.metricsFrom).toEqual(['loopback']);
  const wrong = readServerConfig({ RONDO_METRICS_FROM: 'prometheus' });
  expect(wrong.ok ? '' : wrong.message).toContain('RONDO_METRICS_FROM');
});

test('RONDO_EGRESS is a list of IP addresses', () => {
  const read = readServerConfig({ RONDO_EGRESS: '10.0.0.2, 10.0.0.3,fd00::2' });
  expect(read.ok && read.config.egress).toEqual(['10.0.0.2', '10.0.0.3', 'fd00::2']);
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.egress).toEqual([]);
});

test.each(['bots.example', '10.0.0.2,', '10.0.0.2,10.0.0.2', '10.0.0.300'])(
  'the error for the source addresses %s names RONDO_EGRESS',
  (addresses) => {
    const read = readServerConfig({ RONDO_EGRESS: addresses });
    expect(read.ok ? '' : read.message).toContain('RONDO_EGRESS');
  },
);

test('RONDO_TRUSTED_PROXIES is a list of addresses and networks, and by default it has this machine', () => {
  const read = readServerConfig({ RONDO_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8,192.0.2.7' });
  expect(read.ok && read.config.trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7']);
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.trustedProxies).toEqual(['loopback']);
  const wrong = readServerConfig({ RONDO_TRUSTED_PROXIES: 'balancer.internal' });
  expect(wrong.ok ? '' : wrong.message).toContain('must be loopback, IP addresses or networks');
});

test('the access log is in the home folder unless another folder is set, and the value none or the role engine turns it off', () => {
  const folderOf = (environment: Record<string, string>) => {
    const read = readServerConfig(environment);
    return read.ok ? read.config.accessLogFolder : read.message;
  };
  expect(folderOf({})).toBe(path.resolve('.rondo', 'access'));
  expect(folderOf({ RONDO_HOME: '/srv/rondo' })).toBe('/srv/rondo/access');
  expect(folderOf({ RONDO_ACCESS_LOG: '/var/log/rondo' })).toBe('/var/log/rondo');
  expect(folderOf({ RONDO_ACCESS_LOG: 'none' })).toBeNull();
  expect(folderOf({ RONDO_ROLE: 'engine', DATABASE_URL: 'postgres://localhost/rondo' })).toBeNull();
});

test('a role other than `all` needs the database of several servers', () => {
  expect(readServerConfig({ RONDO_ROLE: 'api' }).ok).toBe(false);
  const read = readServerConfig({ RONDO_ROLE: 'api', DATABASE_URL: 'postgres://localhost/rondo' });
  expect(read.ok && read.config.role).toBe('api');
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.role).toBe('all');
});

test('the environment of a child process contains no setting of Rondo and no database address', () => {
  const secrets = {
    RONDO_MASTER_KEY: 'ab'.repeat(32),
    RONDO_OKX_CLIENT_SECRET: 'canary',
    DATABASE_URL: 'postgres://canary@localhost/rondo',
  };
  const read = readServerConfig({ ...secrets, NODE_OPTIONS: '--inspect', PATH: '/bin', HOME: '/home/rondo' });
  expect(read.ok && read.config.childEnvironment).toEqual({ PATH: '/bin', HOME: '/home/rondo' });
});

test('a program of the operator gets the variables that are no settings', () => {
  const read = readServerConfig({
    RONDO_OKX_CLIENT_SECRET: 'canary',
    DATABASE_URL: 'postgres://canary@localhost/rondo',
    NODE_OPTIONS: '--inspect',
    PATH: '/bin',
    VAULT_ADDR: 'https://vault.example',
  });
  expect(read.ok && read.config.commandEnvironment).toEqual({ PATH: '/bin', VAULT_ADDR: 'https://vault.example' });
});

test('the texts of the keys leave the environment after they were read, and the other settings stay', () => {
  const key = 'ab'.repeat(32);
  const environment: Record<string, string | undefined> = {
    RONDO_MASTER_KEY: key,
    RONDO_PEOPLE_KEY: key,
    RONDO_LOG: 'info',
  };
  forgetKeys(environment);
  expect(environment).toEqual({ RONDO_LOG: 'info' });
});

test.each([
  ['RONDO_MASTER_KEY', { RONDO_MASTER_KEY: 'ab'.repeat(32) }],
  ['RONDO_PEOPLE_KEY_FILE', { RONDO_ROLE: 'api', DATABASE_URL: 'postgres:///rondo', RONDO_PEOPLE_KEY_FILE: '/key' }],
])('with the socket of a signer that has the key, %s is refused', (name, settings) => {
  const socket = { RONDO_SIGNER_SOCKET: '/run/rondo-signer/engine-1/signer.sock' };
  const read = readServerConfig(socket);
  expect(read.ok && read.config.signerSocket).toBe(socket.RONDO_SIGNER_SOCKET);
  const both = readServerConfig({ ...socket, ...settings });
  expect(both.ok ? '' : both.message).toContain(`${name} and RONDO_SIGNER_SOCKET exclude each other`);
  expect(readServerConfig({ RONDO_SIGNER_SOCKET: 'signer.sock' }).ok).toBe(false);
});

test('the removed user of the signer is refused with the setting that replaces it', () => {
  const read = readServerConfig({ RONDO_SIGNER_USER: 'rondo-signer' });
  expect(read.ok ? '' : read.message).toContain('RONDO_SIGNER_SOCKET');
  expect(readServerConfig({ RONDO_SIGNER_USER: '' }).ok).toBe(true);
});

test('a node with the role api may have the people key from one source, and then has no setting of the master key', () => {
  const api = { RONDO_ROLE: 'api', DATABASE_URL: 'postgres://localhost/rondo' };
  const of = (changes: Record<string, string>) => readServerConfig({ ...api, ...changes });
  const file = of({ RONDO_PEOPLE_KEY_FILE: '/etc/rondo/people.key' });
  expect(file.ok && file.config.peopleKey).toEqual({ text: null, command: null, file: '/etc/rondo/people.key' });
  const program = of({ RONDO_PEOPLE_KEY_COMMAND: '["/bin/print"]', PATH: '/bin', VAULT_ADDR: 'https://vault' });
  expect(program.ok && program.config.signerEnvironment).toEqual({ PATH: '/bin', VAULT_ADDR: 'https://vault' });
  const none = of({ RONDO_MASTER_KEY: 'ab'.repeat(32) });
  expect(none.ok && none.config.peopleKey).toBeNull();
  const text = 'cd'.repeat(32);
  for (const [changes, sentence] of [
    [{ RONDO_PEOPLE_KEY: 'canary' }, 'RONDO_PEOPLE_KEY: must be 32 bytes in hex or base64'],
    [{ RONDO_PEOPLE_KEY: text, RONDO_PEOPLE_KEY_FILE: '/key' }, 'exclude each other'],
    [{ RONDO_PEOPLE_KEY: text, RONDO_ROLE: 'all' }, 'is for a node with the role api'],
    [{ RONDO_PEOPLE_KEY: text, RONDO_ROLE: 'engine' }, 'is for a node with the role api'],
    [{ RONDO_PEOPLE_KEY: text, RONDO_MASTER_KEY: text }, 'is for a node without the master key'],
    [{ RONDO_PEOPLE_KEY_FILE: '/key', RONDO_MASTER_KEY_COMMAND: '["/bin/print"]' }, 'without the master key'],
  ] as const) {
    const refused = of(changes);
    expect(refused.ok ? '' : refused.message).toContain(sentence);
    expect(refused.ok ? '' : refused.message).not.toContain('canary');
  }
});

test('a node with the people key needs the id of the OAuth program and not its secret, and another node needs both', () => {
  const api = { RONDO_ROLE: 'api', DATABASE_URL: 'postgres://localhost/rondo', RONDO_OKX_CLIENT_ID: 'rondo' };
  const of = (changes: Record<string, string>) => {
    const read = readServerConfig({ ...api, ...changes });
    return read.ok && read.config.program;
  };
  const secret = { RONDO_OKX_CLIENT_SECRET: 'canary' };
  expect(of({ RONDO_PEOPLE_KEY_FILE: '/key', ...secret })).toEqual({ clientId: 'rondo', clientSecret: '' });
  expect(of({})).toBeNull();
  expect(of(secret)).toEqual({ clientId: 'rondo', clientSecret: 'canary' });
});

test('scheduled backups need a folder and public keys of age, and are made once a day unless another interval is set', () => {
  const backup = { RONDO_BACKUP_FOLDER: '/backup', RONDO_BACKUP_RECIPIENTS: 'age1abc,age1def' };
  const read = readServerConfig(backup);
  expect(read.ok && read.config.backup).toEqual({
    folder: '/backup',
    recipients: ['age1abc', 'age1def'],
    way: 'logical',
    everyMs: 24 * 60 * 60_000,
  });
  const physical = readServerConfig({ ...backup, RONDO_BACKUP_WAY: 'physical' });
  expect(physical.ok && physical.config.backup?.way).toBe('physical');
  const unset = readServerConfig({});
  expect(unset.ok && unset.config.backup).toBeNull();
  for (const wrong of [
    { RONDO_BACKUP_FOLDER: '/backup' },
    { RONDO_BACKUP_RECIPIENTS: 'age1abc' },
    { ...backup, RONDO_BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1ABC' },
    { ...backup, RONDO_BACKUP_HOURS: '0' },
    { ...backup, RONDO_BACKUP_WAY: 'files' },
  ]) {
    const refused = readServerConfig(wrong);
    expect(refused.ok ? '' : refused.message).toContain('RONDO_BACKUP');
  }
});

test('a live venue has a smallest volume of 24 hours, the sandbox has none, and the settings choose the volume and the instruments', () => {
  const allowed = (environment: Record<string, string>) => {
    const read = readServerConfig(environment);
    if (!read.ok) return read.message;
    const { instruments, minVolume } = read.config.allowedMarkets;
    return [instruments, formatDecimal(minVolume)];
  };
  expect(allowed({})).toEqual([null, '0']);
  expect(allowed({ RONDO_VENUE: 'okx' })).toEqual([null, '5000000']);
  const chosen = { RONDO_INSTRUMENTS: 'BTC-USDT-SWAP,ETH-USDT-SWAP', RONDO_MIN_VOLUME_USDT: '70' };
  expect(allowed({ RONDO_VENUE: 'okx', ...chosen })).toEqual([['BTC-USDT-SWAP', 'ETH-USDT-SWAP'], '70']);
  expect(allowed({ RONDO_INSTRUMENTS: 'BTC-USDT' })).toContain('RONDO_INSTRUMENTS: must be all or a list');
});

test('the server refuses an environment that turns off the check of certificates', () => {
  const read = readServerConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(read.ok ? '' : read.message).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off the check');
  expect(readServerConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).ok).toBe(true);
});
