// The calls that need the master key: their names, inputs and outputs. A node with the master key carries them out, and a node without it hands them to a node that trades.
import {
  callbackQuerySchema,
  createKeyRequestSchema,
  errorBodySchema,
  errorCatalogue,
  routes,
  type ErrorCode,
} from '@rondo/contract';
import * as z from 'zod';

const id = z.string().min(1).max(64);
const person = { userId: id };
const account = { accountId: id };
const base64 = z.string().max(20_000);

/** The texts of a key that a person typed, or the same texts in an envelope for the signers. */
const typedKey = z.union([
  z.strictObject({ apiKey: z.string(), secretKey: z.string() }),
  z.strictObject({ envelope: z.string() }),
]);

const renewal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renewed'), expiresAt: z.number() }),
  z.object({ kind: z.literal('invalid') }),
  z.object({ kind: z.literal('expired') }),
  z.object({ kind: z.literal('failed') }),
]);

/** The sealed parts of a key, with their bytes in base64. */
const sealedKey = z.object({
  wrappedKey: base64,
  apiKey: base64,
  secretKey: base64,
  passphrase: base64,
  maskedKey: z.string().max(20),
});

const subscription = { channel: z.string().max(64), instType: z.string().max(64).nullable() };

/** All calls. */
export const keyCallTable = {
  /** Reads a linked account with its key. `instrumentId` is the instrument of a bot that is about to start. */
  checkAccount: {
    input: z.strictObject({ ...account, instrumentId: z.string().max(64).nullable() }),
    output: routes.preflight.response.shape.findings,
  },
  /** Completes a consent: exchanges its code for tokens and stores the sealed tokens. */
  completeConsent: {
    input: z.strictObject({
      ...person,
      sessionId: id,
      kind: z.enum(['oauth', 'fast_api']),
      query: callbackQuerySchema,
    }),
    output: routes.oauthCallback.response,
  },
  renewTokens: { input: z.strictObject(account), output: renewal },
  createKey: {
    input: z.strictObject({ ...person, request: createKeyRequestSchema }),
    output: routes.fastApiCreateKey.response,
  },
  deleteKey: {
    input: z.strictObject({ ...person, ...account, isDemo: z.boolean() }),
    output: z.object({ existed: z.boolean() }),
  },
  /** Unlinks an account, and deletes its key at the exchange when a consent allows it. */
  disconnect: { input: z.strictObject({ ...person, ...account }), output: z.object({ isKeyDeleted: z.boolean() }) },
  /** Seals a typed key for an account and checks it at its exchange. With `isChange`, a blank part keeps its stored text. Nothing is stored. */
  checkTypedKey: {
    input: z.strictObject({ ...account, typed: typedKey, isChange: z.boolean(), mayTrade: z.boolean() }),
    output: z.object({ uid: z.string(), key: sealedKey }),
  },
  /** Checks the stored key of an account that was linked with a typed key. */
  testTypedKey: {
    input: z.strictObject({ ...account, mayTrade: z.boolean() }),
    output: routes.testExchangeAccount.response.omit({ account: true }),
  },
  connectViewer: {
    input: z.strictObject({ ...person, ...account, domain: z.string().max(64), termId: z.string().max(64).nullable() }),
    output: z.null(),
  },
  viewerStatus: { input: z.strictObject(person), output: routes.socketStatus.response },
  subscribeViewer: { input: z.strictObject({ ...person, ...subscription }), output: z.string() },
  unsubscribeViewer: { input: z.strictObject({ ...person, ...subscription }), output: z.null() },
  disconnectViewer: { input: z.strictObject(person), output: z.null() },
} as const satisfies Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;

/** The name of a call in the table. */
export type KeyCallName = keyof typeof keyCallTable;
/** The input of a call. */
export type KeyCallInput<Name extends KeyCallName> = z.output<(typeof keyCallTable)[Name]['input']>;
/** The output of a call. */
export type KeyCallOutput<Name extends KeyCallName> = z.output<(typeof keyCallTable)[Name]['output']>;

/** The calls. A call throws an `ApiError`, wherever it is carried out. */
export type KeyCalls = {
  readonly [Name in KeyCallName]: (input: KeyCallInput<Name>) => Promise<KeyCallOutput<Name>>;
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The result of a call as it is stored: its output, or the error of the catalogue. */
export const keyCallResult = z.discriminatedUnion('isDone', [
  z.strictObject({ isDone: z.literal(true), value: z.unknown() }),
  z.strictObject({
    isDone: z.literal(false),
    code: z.string().refine(isCode),
    details: z.strictObject({
      parameters: z.record(z.string(), z.string()).optional(),
      field: z.string().optional(),
      findings: errorBodySchema.shape.findings,
      retryAfterSeconds: z.number().optional(),
    }),
  }),
]);
