// Reads the configuration of the server. Only this file reads the environment. When a value is wrong, the server does not start and the message names the variable.
import os from 'node:os';
import path from 'node:path';
import type { BusSettings } from '@rondo/bus';
import { venueSchema, type HelpLinks, type VenueName } from '@rondo/contract';
import { addressProblem } from '@rondo/store/address';
import * as z from 'zod';
import type { AiSettings } from './ai/ai-settings.ts';
import { aiSettingsOf, aiVariables, refusedAiVariables } from './ai/ai-variables.ts';
import { childEnvironments, type ChildEnvironments } from './child-environments.ts';
import type { BackupSettings } from './backup/backup-settings.ts';
import { addressList } from './api/address-list.ts';
import type { AllowedMarkets } from './market/allowed-markets.ts';
import { allowedMarketsOf, allowedMarketsVariables } from './market/allowed-markets-variables.ts';
import type { AuditExport } from './ops/audit-marks.ts';
import { commandVariable } from './command-variable.ts';
import {
  keyVariables,
  peopleKeyOf,
  refusedKeys,
  signerSettingsOf,
  signerVariables,
  type PeopleKeySettings,
} from './signer/key-variables.ts';

export type Promotion = 'referral' | 'slots' | 'testimonials';

const promotions = ['referral', 'slots', 'testimonials'] as const satisfies readonly Promotion[];

/** The work of a server: requests of people, trading, or both. */
export type ServerRole = 'all' | 'api' | 'engine';

const flag = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((text) => text === '1');

/** A web page or an e-mail address. Other schemes are refused, because a browser could execute them. */
const link = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/|mailto:)[^\s<>"]+$/, { message: 'must begin with https://, http:// or mailto:' })
  .optional();

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  RONDO_HOST: z.string().min(1).default('127.0.0.1'),
  RONDO_OKX_CLIENT_ID: z.string().max(200).optional(),
  RONDO_OKX_CLIENT_SECRET: z.string().max(200).optional(),
  RONDO_PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]+$/, { message: 'must be an origin such as https://bots.example' })
    .optional(),
  RONDO_ROLE: z.enum(['all', 'api', 'engine']).default('all'),
  RONDO_NODE: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,64}$/, { message: 'must be at most 64 letters, digits, dots, colons and hyphens' })
    .optional(),
  RONDO_NODE_WEIGHT: z.coerce.number().int().min(1).max(1_000).default(1),
  RONDO_NODE_CAPACITY: z.coerce.number().int().min(0).max(1_000_000).default(10_000),
  RONDO_HOME: z.string().min(1).default('.rondo'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { message: 'must begin with postgres://' })
    .optional(),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/, {
      message: 'must be addresses such as nats://user:password@one:4222,nats://two:4222',
    })
    .optional(),
  NATS_CREDENTIALS: z.string().optional(),
  NATS_CA: z.string().optional(),
  RONDO_INSECURE_DATABASE: flag,
  ...keyVariables,
  ...signerVariables,
  RONDO_ACCESS_LOG: z.string().optional(),
  RONDO_AUDIT_FILE: z.string().optional(),
  RONDO_AUDIT_COMMAND: commandVariable('["/usr/bin/store-mark"]'),
  RONDO_VENUE: venueSchema.default('sandbox'),
  RONDO_SANDBOX_SPEED: z.coerce.number().min(0).max(10_000).default(1),
  RONDO_SANDBOX_SEED: z.coerce.number().int().min(0).max(4_294_967_295).default(1),
  RONDO_SANDBOX_REPLAY: z.string().optional(),
  RONDO_SANDBOX_STATUS: z.string().optional(),
  RONDO_OKX_BROKER_CODE: z
    .string()
    .regex(/^[A-Za-z0-9]{0,16}$/, { message: 'must be at most 16 letters and digits' })
    .default(''),
  RONDO_LBANK: z.enum(['on', 'soon']).optional(),
  RONDO_LBANK_ORIGIN: z
    .string()
    .regex(/^https:\/\/[a-z0-9.-]+$/, { message: 'must be an https origin without a path' })
    .default('https://api.lbkex.com'),
  RONDO_EGRESS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(
      z
        .array(
          z.union([z.ipv4(), z.ipv6()], { error: 'must be IP addresses of this machine such as 10.0.0.2,10.0.0.3' }),
        )
        .max(32, { message: 'must be at most 32 addresses' })
        .refine((all) => new Set(all).size === all.length, { message: 'must not contain an address twice' }),
    )
    .default([]),
  RONDO_TRUSTED_PROXIES: addressList.default(['loopback']),
  RONDO_METRICS_FROM: addressList.default(['loopback']),
  RONDO_HOOKS_FROM: addressList.optional(),
  RONDO_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(,[a-z0-9.-]+)*$/, { message: 'must be host names without ports such as api-1,api-2' })
    .transform((text) => text.split(','))
    .optional(),
  RONDO_REGISTRATION: z.enum(['invitation', 'closed']).default('invitation'),
  RONDO_PROHIBITED_REGIONS: z
    .string()
    .regex(/^([A-Z]{2}(,[A-Z]{2})*)?$/, { message: 'must be country codes such as US,CA' })
    .default('CA,CN,CU,HK,IR,KP,SY,US'),
  RONDO_PROMOTIONS: z
    .string()
    .regex(/^(none|(referral|slots|testimonials)(,(referral|slots|testimonials))*)$/, {
      message: 'must be none or a list of referral, slots, testimonials',
    })
    .default('referral,slots,testimonials'),
  RONDO_PLAN_SLOTS: z.coerce.number().int().min(0).max(1_000_000).default(100),
  RONDO_GUIDE_URL: link,
  RONDO_DOCUMENTATION_URL: link,
  RONDO_SUPPORT_URL: link,
  RONDO_INSECURE_HTTP: flag,
  RONDO_LOG: z.enum(['debug', 'info', 'warn', 'error']).default('warn'),
  RONDO_CANDLES_MB: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  ...aiVariables,
  ...allowedMarketsVariables,
  RONDO_DEMO: z.enum(['full', 'none']).default('full'),
  RONDO_BACKUP_FOLDER: z.string().optional(),
  RONDO_BACKUP_RECIPIENTS: z
    .string()
    .regex(/^age1[0-9a-z]+(,age1[0-9a-z]+)*$/, { message: 'must be public keys of age such as age1abc,age1def' })
    .transform((text) => text.split(','))
    .optional(),
  RONDO_BACKUP_WAY: z.enum(['logical', 'physical']).default('logical'),
  RONDO_BACKUP_HOURS: z.coerce.number().int().min(1).max(168).default(24),
});

/** The configuration. When `masterKeyText` and `masterKeyCommand` are null, the server uses a key file next to the data folder. */
export interface ServerConfig extends ChildEnvironments {
  readonly port: number;
  readonly host: string;
  /** `api` serves people and trades no account. `engine` trades accounts and serves only health and metrics. `all` does both. */
  readonly role: ServerRole;
  /** The stable name of this node, its share of the accounts relative to the other nodes, and the largest number of its accounts. */
  readonly node: { readonly name: string; readonly weight: number; readonly capacity: number };
  readonly homeFolder: string;
  /** The largest size of the stored candles in MB. With 0 no candles are downloaded. */
  readonly candlesMb: number;
  /** The registration with the exchange, or null when accounts cannot be linked by consent. */
  readonly program: { readonly clientId: string; readonly clientSecret: string } | null;
  /** The origin that browsers use for this server, or null when browsers use the address of this machine. */
  readonly publicUrl: string | null;
  readonly databaseUrl: string | null;
  readonly masterKeyText: string | null;
  /** A program with its arguments that prints the master key. */
  readonly masterKeyCommand: readonly string[] | null;
  /** The source of the people key, or null for a node with the master key. */
  readonly peopleKey: PeopleKeySettings | null;
  /** The folder of the access log, or null when this server writes none. */
  readonly accessLogFolder: string | null;
  /** Where the digest of the newest audit line is exported. */
  readonly auditExport: Omit<AuditExport, 'environment'>;
  /** The socket of a signer that runs as a unit of its own, or null when the server starts its signer. */
  readonly signerSocket: string | null;
  /** The number of accounts whose keys the signer opens at once. */
  readonly signerAccounts: number;
  /** The scheduled backups, or null when the server makes none. */
  readonly backup: BackupSettings | null;
  /** The connection to NATS, or null when this node has no NATS. */
  readonly bus: BusSettings | null;
  readonly venue: VenueName;
  readonly sandbox: {
    readonly speed: number;
    readonly seed: number;
    readonly replayFile: string | null;
    /** The status file of a running sandbox that this server uses and does not start or stop. */
    readonly statusFile: string | null;
  };
  readonly brokerCode: string;
  /** True when accounts can be linked with a typed key. When it is false, the exchange for typed keys is shown as coming soon. */
  readonly isKeyedVenueOn: boolean;
  readonly keyedVenueOrigin: string;
  /** The local IP addresses from which requests are sent to exchanges. When the list is empty, the operating system chooses the address. */
  readonly egress: readonly string[];
  /** The addresses and networks of proxies whose `X-Forwarded-For` the server believes. `loopback` stands for the addresses of this machine. */
  readonly trustedProxies: readonly string[];
  /** The addresses and networks of collectors that may read the metrics. `loopback` stands for the addresses of this machine. */
  readonly metricsFrom: readonly string[];
  /** The addresses and networks that may send messages to bots, or null for every address. */
  readonly hooksFrom: readonly string[] | null;
  /** The names under which machines of our own network call this server, beside the public origin, `localhost` and IP addresses. */
  readonly hosts: readonly string[];
  /** False while every sign-up is refused. */
  readonly isRegistrationOpen: boolean;
  readonly prohibitedRegions: readonly string[];
  readonly promotions: readonly Promotion[];
  readonly planSlots: number;
  /** The instruments on which new bots may start. */
  readonly allowedMarkets: AllowedMarkets;
  readonly help: HelpLinks;
  readonly isInsecureHttp: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly demo: 'full' | 'none';
  /** The AI model for the AI entry. With null, a server of a sandbox uses the double of the sandbox, and another server has no model. */
  readonly ai: AiSettings | 'off' | null;
}

export type ServerConfigResult =
  | { readonly ok: true; readonly config: ServerConfig }
  | { readonly ok: false; readonly message: string };

/** Reads the configuration. The error message has one line per wrong variable. */
export function readServerConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ServerConfigResult {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return { ok: false, message: `These settings are not usable:\n  ${lines.join('\n  ')}` };
  }
  const values = parsed.data;
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return {
      ok: false,
      message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off the check of certificates. Remove it.',
    };
  if (given['RONDO_SIGNER_USER'] !== undefined)
    return {
      ok: false,
      message:
        'RONDO_SIGNER_USER is no setting any more, so the signer would have the user of the server. Remove it. For a signer ' +
        'with a user of its own, run it as a unit of its own and set RONDO_SIGNER_SOCKET (docs/operations.md).',
    };
  if (!mayListen(values)) {
    return {
      ok: false,
      message:
        `RONDO_HOST ${values.RONDO_HOST} would serve log-ins without TLS. Put a TLS proxy on this machine in front of ` +
        'the loopback address, or set RONDO_INSECURE_HTTP=1 if this network is yours alone. For a TLS proxy on another ' +
        'machine, set RONDO_PUBLIC_URL to its https:// origin and RONDO_TRUSTED_PROXIES to its address.',
    };
  }
  const isInsecureAllowed = values.RONDO_INSECURE_DATABASE;
  const unsafe =
    values.DATABASE_URL === undefined
      ? null
      : addressProblem('DATABASE_URL', values.DATABASE_URL, { isInsecureAllowed, defaultHost: given['PGHOST'] });
  if (unsafe !== null) return { ok: false, message: unsafe };
  if (values.RONDO_ROLE !== 'all' && values.DATABASE_URL === undefined) {
    return {
      ok: false,
      message: `RONDO_ROLE ${values.RONDO_ROLE} needs DATABASE_URL, because several servers must use one database.`,
    };
  }
  if ((values.RONDO_BACKUP_FOLDER === undefined) !== (values.RONDO_BACKUP_RECIPIENTS === undefined))
    return { ok: false, message: 'RONDO_BACKUP_FOLDER and RONDO_BACKUP_RECIPIENTS need each other.' };
  const problem = refusedKeys(values) ?? refusedAiVariables(values);
  if (problem !== null) return { ok: false, message: problem };
  return { ok: true, config: { ...toServerConfig(values), ...childEnvironments(given) } };
}

/** Removes the texts of the keys from the environment of this process, so that no child process inherits them. The signer gets its text in a message. */
export function forgetKeys(environment: Record<string, string | undefined> = process.env): void {
  delete environment['RONDO_MASTER_KEY'];
  delete environment['RONDO_PEOPLE_KEY'];
}

/**
 * Returns false when log-ins would travel without TLS: the address is not of this machine, and no TLS proxy is named. A node that only trades serves no log-ins.
 */
function mayListen(values: z.output<typeof schema>): boolean {
  if (['127.0.0.1', '::1', 'localhost'].includes(values.RONDO_HOST) || values.RONDO_INSECURE_HTTP) return true;
  if (values.RONDO_ROLE === 'engine') return true;
  const isProxyNamed = values.RONDO_TRUSTED_PROXIES.some((address) => address !== 'loopback');
  return isProxyNamed && values.RONDO_PUBLIC_URL?.startsWith('https://') === true;
}

function toServerConfig(values: z.output<typeof schema>): Omit<ServerConfig, keyof ChildEnvironments> {
  return {
    port: values.PORT,
    host: values.RONDO_HOST,
    role: values.RONDO_ROLE,
    node: {
      name: values.RONDO_NODE ?? nodeNameOf(values.PORT),
      weight: values.RONDO_NODE_WEIGHT,
      capacity: values.RONDO_NODE_CAPACITY,
    },
    program: programOf(values),
    publicUrl: values.RONDO_PUBLIC_URL ?? null,
    homeFolder: path.resolve(values.RONDO_HOME),
    candlesMb: values.RONDO_CANDLES_MB,
    databaseUrl: values.DATABASE_URL ?? null,
    masterKeyText: values.RONDO_MASTER_KEY ?? null,
    masterKeyCommand: values.RONDO_MASTER_KEY_COMMAND ?? null,
    peopleKey: peopleKeyOf(values),
    ...signerSettingsOf(values),
    accessLogFolder: accessLogFolderOf(values),
    auditExport: auditExportOf(values),
    backup: backupOf(values),
    bus: busOf(values),
    venue: values.RONDO_VENUE,
    sandbox: {
      speed: values.RONDO_SANDBOX_SPEED,
      seed: values.RONDO_SANDBOX_SEED,
      replayFile: fileOf(values.RONDO_SANDBOX_REPLAY),
      statusFile: fileOf(values.RONDO_SANDBOX_STATUS),
    },
    brokerCode: values.RONDO_OKX_BROKER_CODE,
    isKeyedVenueOn: (values.RONDO_LBANK ?? (values.RONDO_VENUE === 'sandbox' ? 'on' : 'soon')) === 'on',
    keyedVenueOrigin: values.RONDO_LBANK_ORIGIN,
    egress: values.RONDO_EGRESS,
    trustedProxies: values.RONDO_TRUSTED_PROXIES,
    metricsFrom: values.RONDO_METRICS_FROM,
    hooksFrom: values.RONDO_HOOKS_FROM ?? null,
    hosts: values.RONDO_HOSTS ?? [],
    promotions: promotions.filter((word) => values.RONDO_PROMOTIONS.includes(word)),
    planSlots: values.RONDO_PLAN_SLOTS,
    allowedMarkets: allowedMarketsOf(values),
    help: {
      guide_url: values.RONDO_GUIDE_URL ?? null,
      documentation_url: values.RONDO_DOCUMENTATION_URL ?? null,
      support_url: values.RONDO_SUPPORT_URL ?? null,
    },
    isRegistrationOpen: values.RONDO_REGISTRATION === 'invitation',
    prohibitedRegions: values.RONDO_PROHIBITED_REGIONS.split(',').filter((code) => code !== ''),
    isInsecureHttp: values.RONDO_INSECURE_HTTP,
    logLevel: values.RONDO_LOG,
    demo: values.RONDO_DEMO,
    ai: aiSettingsOf(values),
  };
}

/** Returns the name of this machine and the port. The system chooses the port 0 at each start, so this name has the id of the process instead. */
function nodeNameOf(port: number): string {
  return `${os.hostname()}:${port === 0 ? `process-${process.pid}` : port}`.slice(-64);
}

function fileOf(name: string | undefined): string | null {
  return name === undefined ? null : path.resolve(name);
}

/** A node that only trades serves no person, so it has no access log. */
function accessLogFolderOf(values: z.output<typeof schema>): string | null {
  const folder = values.RONDO_ACCESS_LOG ?? path.join(values.RONDO_HOME, 'access');
  return folder === 'none' || values.RONDO_ROLE === 'engine' ? null : path.resolve(folder);
}

function auditExportOf(values: z.output<typeof schema>): ServerConfig['auditExport'] {
  const file = values.RONDO_AUDIT_FILE ?? path.join(values.RONDO_HOME, 'audit-marks.jsonl');
  return { file: file === 'none' ? null : path.resolve(file), command: values.RONDO_AUDIT_COMMAND ?? null };
}

function backupOf(values: z.output<typeof schema>): BackupSettings | null {
  const { RONDO_BACKUP_FOLDER: folder, RONDO_BACKUP_RECIPIENTS: recipients, RONDO_BACKUP_WAY: way } = values;
  if (folder === undefined || recipients === undefined) return null;
  return { folder: path.resolve(folder), recipients, way, everyMs: values.RONDO_BACKUP_HOURS * 60 * 60_000 };
}

function busOf(values: z.output<typeof schema>): BusSettings | null {
  if (values.NATS_URL === undefined) return null;
  return { url: values.NATS_URL, credentialsFile: fileOf(values.NATS_CREDENTIALS), caFile: fileOf(values.NATS_CA) };
}

function programOf(values: z.output<typeof schema>): ServerConfig['program'] {
  const { RONDO_OKX_CLIENT_ID: clientId, RONDO_OKX_CLIENT_SECRET: clientSecret } = values;
  // A node with the people key hands the calls that need the secret to a node that trades.
  const isSecretNeeded = peopleKeyOf(values) === null;
  if (clientId === undefined || (isSecretNeeded && clientSecret === undefined)) return null;
  return { clientId, clientSecret: isSecretNeeded ? (clientSecret ?? '') : '' };
}
