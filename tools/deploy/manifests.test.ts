// Tests the manifest of Kubernetes, the units of systemd and the image: their settings, their rights and the addresses of their checks.
import { routes } from '@rondo/contract';
import { expect, test } from 'vitest';
import { readUnitSettings } from '../../apps/server/src/signer/serving/unit-settings.ts';
import { serverOptions } from './server-options.mjs';
import { documentedSettings, readDocuments, readText } from './deploy-files.ts';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: unknown;
  readonly resources: { readonly limits: { readonly memory: string } };
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly containers: readonly Container[];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: {
      readonly defaultMode: number;
      readonly items: readonly { readonly key: string; readonly path: string }[];
    };
  }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: PodSpec };
    readonly ingress?: readonly {
      readonly from: readonly { readonly namespaceSelector?: unknown; readonly podSelector?: unknown }[];
    }[];
    readonly volumeClaimTemplates?: readonly {
      readonly metadata: { readonly name: string };
      readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } };
    }[];
  };
}

// The tests below read the named fields of every manifest.
const manifests = readDocuments('deploy/kubernetes.yaml') as readonly Manifest[];
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template === undefined ? [] : [[metadata.name, spec.template.spec] as const],
);
const settings = documentedSettings();

test('every object of deploy/kubernetes.yaml has a version, a kind and a unique name in the namespace', () => {
  expect(manifests.map(({ kind }) => kind)).toContain('StatefulSet');
  for (const { apiVersion, kind, metadata } of manifests) {
    expect(apiVersion).toMatch(/^([a-z.0-9]+\/)?v1$/);
    if (kind !== 'Namespace') expect(metadata.namespace).toBe('rondo');
  }
  expect(new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(manifests.length);
});

// A year of access logs at 10 calls a second needs 6 GB (20 bytes a call), and the stored candles need 1 GB (`RONDO_CANDLES_MB`).
test.each([
  ['engine', 1],
  ['api', 8],
])(
  'the data folder of a pod of the %s is on a volume of its own that a restart keeps, of at least %i Gi',
  (name, gigabytes) => {
    const spec = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name)?.spec;
    const [claim, ...others] = spec?.volumeClaimTemplates ?? [];
    expect([claim?.metadata.name, others]).toEqual(['home', []]);
    const [, size] = /^(\d+)Gi$/.exec(claim?.spec.resources.requests.storage ?? '') ?? [];
    expect(Number(size)).toBeGreaterThanOrEqual(gigabytes);
    const folder = manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['RONDO_HOME'];
    for (const { volumeMounts } of spec?.template?.spec.containers ?? []) {
      const mount = volumeMounts.find((each) => each.name === 'home')?.mountPath ?? 'none';
      expect(folder?.startsWith(`${mount}/`)).toBe(true);
    }
  },
);

test('only pods of a named kind reach the nodes, and only the addresses of a few pods are trusted as proxies', () => {
  const sources = manifests.flatMap(({ spec }) => spec?.ingress?.flatMap(({ from }) => from) ?? []);
  expect(sources.length).toBe(2);
  const named = { namespaceSelector: expect.anything(), podSelector: { matchLabels: expect.anything() } };
  for (const source of sources) expect(source).toEqual(named);
  // A trusted address chooses the address that its calls are counted for, so no network of all pods is trusted.
  const trusted = manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['RONDO_TRUSTED_PROXIES']?.split(',') ?? [];
  expect(trusted.map((network) => Number(/\/(\d+)$/.exec(network)?.[1]) >= 24)).toEqual([true]);
});

test.each(pods)(
  'a pod of the %s has no privileges, and only a process that does not respond is restarted',
  (_kind, pod) => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(90);
    for (const { startupProbe, livenessProbe, readinessProbe, securityContext, resources } of pod.containers) {
      expect([startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        routes.live.path,
        routes.live.path,
      ]);
      expect(readinessProbe.httpGet.path).toBe(routes.ready.path);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources.limits.memory).toMatch(/^\d+Gi$/);
    }
  },
);

test.each(pods)(
  'a pod of the %s reads its only key from a file that no other user can read',
  (role, { containers, volumes }) => {
    const name = role === 'engine' ? 'MASTER' : 'PEOPLE';
    const file = `${name.toLowerCase()}.key`;
    const secret = volumes.find((volume) => volume.name === 'key')?.secret;
    expect(secret).toMatchObject({ defaultMode: 0o440, items: [{ key: `RONDO_${name}_KEY`, path: file }] });
    for (const { env, volumeMounts } of containers) {
      const keys = env.filter((variable) => /^RONDO_(MASTER|PEOPLE)_KEY/.test(variable.name));
      const mount = volumeMounts.find((one) => one.name === 'key');
      expect(mount?.readOnly).toBe(true);
      const value = JSON.stringify(['/bin/cat', `${mount?.mountPath}/${file}`]).replace(',', ', ');
      expect(keys).toEqual([{ name: `RONDO_${name}_KEY_COMMAND`, value }]);
    }
  },
);

test('every setting of the manifest, of the units and of the image is in the table of docs/operations.md', () => {
  const inManifest = manifests.flatMap(({ data = {} }) => Object.keys(data));
  const inPods = pods.flatMap(([, { containers }]) => containers.flatMap(({ env }) => env.map(({ name }) => name)));
  const files = [
    'systemd/rondo@.service',
    'systemd/rondo-signer@.service',
    'systemd/rondo-signer-socket.conf',
    'Dockerfile',
  ];
  const text = files.map((file) => readText(`deploy/${file}`)).join('\n');
  const inTexts = [...text.matchAll(/^(?:Environment=|ENV ).*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/([A-Z_]+)=\S/g)].map(([, name = '']) => name),
  );
  const used = [...inManifest, ...inPods, ...inTexts].filter((name) => name !== 'NODE_ENV');
  expect(inTexts).toContain('RONDO_HOME');
  expect(used.filter((name) => !settings.has(name))).toEqual([]);
});

test('the signer of systemd has a user of its own and no network, and only its group may use the socket that the drop-in gives the server', () => {
  const valuesOf = (text: string, name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const signer = readText('deploy/systemd/rondo-signer@.service');
  const dropIn = readText('deploy/systemd/rondo-signer-socket.conf');
  const socket = '/run/rondo-signer/%i/signer.sock';
  const [start = ''] = valuesOf(signer, 'ExecStart');
  const [, args = ''] = start.split(' /opt/rondo/dist/server/signer.js ');
  const { key, ...settings } = readUnitSettings(args.split(' '));
  expect([settings.socket, key.file]).toEqual([socket, '/var/lib/rondo-signer/%i/master.key']);
  expect(valuesOf(dropIn, 'Environment')).toEqual([`RONDO_SIGNER_SOCKET=${socket}`]);
  const [user] = valuesOf(signer, 'User');
  expect(readText('deploy/systemd/rondo-signer.sysusers')).toContain(`\nu ${user} `);
  expect([valuesOf(signer, 'Group'), valuesOf(dropIn, 'SupplementaryGroups')]).toEqual([[user], [user]]);
  expect([valuesOf(signer, 'RuntimeDirectory'), valuesOf(signer, 'RuntimeDirectoryMode')]).toEqual([
    ['rondo-signer/%i'],
    ['0750'],
  ]);
  expect([valuesOf(signer, 'PrivateNetwork'), valuesOf(signer, 'StateDirectoryMode')]).toEqual([['yes'], ['0700']]);
  // A node without the drop-in does not get the group, so a node for people cannot connect.
  expect(readText('deploy/systemd/rondo@.service')).not.toMatch(/rondo-signer/);
});

test('the image is built from the lock file without install scripts, and its process is no root', () => {
  const text = readText('deploy/Dockerfile');
  const installations = [...text.matchAll(/^RUN npm (.*)$/gm)].map(([, line = '']) => line);
  expect(installations.length).toBe(1);
  for (const line of installations) expect(line).toMatch(/^ci .*--ignore-scripts/);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(last).toContain(routes.live.path);
  expect(text).not.toMatch(/:latest/);
});

test('the image, the unit and the guide start the server with the options of `npm start`', () => {
  const command = /^ENTRYPOINT (\[.*\])$/m.exec(readText('deploy/Dockerfile'))?.[1] ?? '[]';
  expect(JSON.parse(command)).toEqual(['node', ...serverOptions]);
  const options = serverOptions.join(' ');
  expect(readText('deploy/systemd/rondo@.service')).toContain(`node ${options} /opt/rondo/dist/server/main.js`);
  expect(readText('docs/operations.md')).toContain(`node ${options} dist/server/main.js`);
});
