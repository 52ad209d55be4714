// Tests the files of the folder `deploy` with the programs that read them: promtool, Caddy, nats-server and systemd-analyze.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDebianProgram } from '../../tools/deploy/debian-program.ts';

/** The exposure of a unit in the scale of systemd, where 0 is the smallest exposure and 10 the largest. */
const mostExposure = 2;

test('promtool accepts the configuration and the alert rules, and the examples of the rules have the expected alerts', () => {
  const promtool = findDebianProgram('prometheus', 'promtool');
  const options = { cwd: 'deploy/prometheus', encoding: 'utf8' } as const;
  expect(execFileSync(promtool, ['check', 'config', 'prometheus.yml'], options)).toContain('SUCCESS');
  expect(execFileSync(promtool, ['test', 'rules', 'rules.test.yml'], options)).toContain('SUCCESS');
});

test('Caddy accepts the Caddyfile', () => {
  const caddy = findDebianProgram('caddy', 'caddy');
  const env = { PATH: process.env['PATH'], RONDO_DOMAIN: 'bots.example', BALANCER_SECRET: 'secret' };
  const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'];
  expect(spawnSync(caddy, args, { env, encoding: 'utf8' }).stdout).toContain('Valid configuration');
});

test('nats-server accepts deploy/nats.conf', () => {
  const server = findDebianProgram('nats-server', 'nats-server');
  const passwords = { NATS_API_PASSWORD: 'first', NATS_ENGINE_PASSWORD: 'second', NATS_ALL_PASSWORD: 'third' };
  const env = { PATH: process.env['PATH'], ...passwords };
  expect(spawnSync(server, ['-t', '-c', 'deploy/nats.conf'], { env, encoding: 'utf8' }).status).toBe(0);
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'systemd accepts the units with the drop-in of the signer, and their exposure is small',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rondo-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dropIns = path.join(folder, 'rondo@engine-1.service.d');
    mkdirSync(dropIns);
    for (const name of ['rondo@.service', 'rondo-signer@.service'])
      cpSync(`deploy/systemd/${name}`, `${folder}/${name}`);
    cpSync('deploy/systemd/rondo-signer-socket.conf', path.join(dropIns, 'rondo-signer-socket.conf'));
    const units = ['rondo@engine-1.service', 'rondo-signer@engine-1.service'].map((name) => path.join(folder, name));
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
    expect(spawnSync('systemd-analyze', ['verify', ...units], { env, encoding: 'utf8' }).stderr).toBe('');
    for (const unit of units) {
      const args = ['security', '--offline=true', unit];
      const report = spawnSync('systemd-analyze', args, { env, encoding: 'utf8' }).stdout;
      const exposure = Number(/Overall exposure level for \S+ ([\d.]+)/.exec(report)?.[1]);
      expect(exposure).toBeGreaterThan(0);
      expect(exposure).toBeLessThan(mostExposure);
    }
  },
);
