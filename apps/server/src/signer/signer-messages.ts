// The messages between a server and the process of its signer. Each side parses what it receives, and every text has a largest length.
import * as z from 'zod';
import { signerLimits } from './signer-limits.ts';

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const short = z.string().max(200);
const sealed = z.string().max(signerLimits.sealedChars);

const link = z.strictObject({ id: short, by: short, sealed });
const links = z.array(link).max(100).readonly();
const rotation = z.strictObject({ first: short, newest: short, links });
/** The stored keys with which a text is sealed and opened. */
const state = z.strictObject({
  rotation: rotation.nullable(),
  people: z.strictObject({ newest: short, links }).nullable(),
});

const sealedTexts = z.strictObject({ wrappedKey: sealed, apiKey: sealed, secretKey: sealed, passphrase: sealed });
/** A sealed key, with its bytes in base64. */
const sealedKey = z.strictObject({ accountId: short, ...sealedTexts.shape, rotation: rotation.nullable() });

/** The texts of a key that is not stored yet. The longest one is a typed secret. */
const keyTexts = z.strictObject({
  apiKey: z.string().max(signerLimits.textChars),
  secretKey: z.string().max(signerLimits.textChars),
  passphrase: z.string().max(signerLimits.textChars),
});

/** The keys of the signers: their public key, and their sealed private key. */
const signersKey = z.strictObject({ publicKey: short, sealed });
/** The texts of a key in an envelope for the signers, as a node without the master key sends them. */
const envelopedTexts = z.strictObject({ envelope: z.string().max(signerLimits.envelopeChars), signersKey });

/** The tokens of a consent, and their sealed form with its bytes in base64. */
const tokens = z.strictObject({
  accessToken: z.string().max(signerLimits.textChars),
  refreshToken: z.string().max(signerLimits.textChars).nullable(),
});
const sealedTokens = z.strictObject({ wrappedKey: sealed, accessToken: sealed, refreshToken: sealed.nullable() });

const keyOptions = z.strictObject({
  kind: z.enum(['master', 'people']),
  value: z.string().max(200).optional(),
  command: z.array(z.string().max(4_096)).max(100).readonly().optional(),
  file: z.string().max(4_096),
  forbiddenFolders: z.array(z.string().max(4_096)).max(10).readonly(),
});

/** How many accounts have their keys opened at once, and how often the counts of the openings are reported. */
const openingLimits = z.strictObject({
  accountsAtOnce: z.number().int().min(1).max(signerLimits.keys),
  countsMs: z.number().int().min(1).max(signerLimits.countsMs),
});

/** What the signer signs: everything of the tables, or readings only. */
const signed = z.enum(['everything', 'readings']);

/** One text to sign. `handle` names a key that was opened before. */
const signItem = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    handle: short,
    timestamp: short,
    method: short,
    path: z.string().max(4_096),
    body: z.string().max(signerLimits.bodyChars),
  }),
  z.strictObject({ kind: z.literal('login'), handle: short, timestamp: short }),
  z.strictObject({
    kind: z.literal('form'),
    handle: short,
    method: short,
    path: z.string().max(4_096),
    timestamp: short,
    echostr: short,
  }),
]);

/** The schema of the messages to the signer. */
export const signerRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('begin'),
    id,
    key: keyOptions,
    mayCreate: z.boolean(),
    openings: openingLimits,
    signs: signed,
  }),
  z.strictObject({ kind: z.literal('open'), id, handle: short, key: sealedKey }),
  z.strictObject({
    kind: z.literal('seal'),
    id,
    accountId: short,
    texts: z.union([keyTexts, envelopedTexts]),
    stored: sealedKey.nullable(),
    rotation: rotation.nullable(),
  }),
  z.strictObject({ kind: z.literal('sealText'), id, purpose: short, text: sealed, state }),
  z.strictObject({ kind: z.literal('openText'), id, purpose: short, text: sealed, state }),
  z.strictObject({ kind: z.literal('sealTokens'), id, consentId: short, tokens, rotation: rotation.nullable() }),
  z.strictObject({
    kind: z.literal('openTokens'),
    id,
    consentId: short,
    tokens: sealedTokens,
    rotation: rotation.nullable(),
  }),
  z.strictObject({
    kind: z.literal('firstKeys'),
    id,
    rows: z
      .array(z.strictObject({ rowId: short, wrappedKey: sealed }))
      .max(100)
      .readonly(),
    rotation: rotation.nullable(),
  }),
  z.strictObject({
    kind: z.literal('sealHoney'),
    id,
    accountId: short,
    texts: keyTexts.omit({ secretKey: true }),
    rotation: rotation.nullable(),
  }),
  z.strictObject({
    kind: z.literal('openCall'),
    id,
    callId: short,
    envelope: z.string().max(signerLimits.callChars),
    signersKey,
    rotation: rotation.nullable(),
  }),
  z.strictObject({ kind: z.literal('close'), id, accountId: short, kept: short.nullable() }),
  z.strictObject({ kind: z.literal('drop'), id, handle: short }),
  z.strictObject({ kind: z.literal('report'), id }),
  z.strictObject({ kind: z.literal('sign'), id, items: z.array(signItem).min(1).max(signerLimits.batch).readonly() }),
]);

const honeyUse = z.strictObject({ accountId: short, use: z.enum(['open', 'seal', 'sign']) });

const count = z.number().int().min(0);
const openingCounts = z.strictObject({ openings: count, accounts: count, refused: count });
/** What a signed text is for: an order or another change, a reading, the log-in of a socket, or the check of a typed key. */
export const signedPurposes = ['command', 'reading', 'login', 'check'] as const;
export type SignedPurpose = (typeof signedPurposes)[number];
const signatureCounts = z.strictObject({ command: count, reading: count, login: count, check: count, accounts: count });

const refusals = ['unopened', 'keyless', 'forbidden', 'time', 'budget'] as const;

/** The schema of the messages from the signer. */
export const signerReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begun'), id, hasKey: z.boolean() }),
  z.strictObject({
    kind: z.literal('opened'),
    id,
    apiKey: z.string().max(signerLimits.textChars),
    passphrase: z.string().max(signerLimits.textChars),
  }),
  z.strictObject({ kind: z.literal('sealed'), id, key: sealedTexts }),
  z.strictObject({ kind: z.literal('text'), id, text: sealed }),
  z.strictObject({ kind: z.literal('call'), id, input: z.string().max(signerLimits.callChars) }),
  z.strictObject({ kind: z.literal('tokens'), id, tokens }),
  z.strictObject({ kind: z.literal('sealedTokens'), id, tokens: sealedTokens }),
  z.strictObject({ kind: z.literal('firstKeys'), id, keys: z.record(short, sealed) }),
  z.strictObject({ kind: z.literal('closed'), id }),
  z.strictObject({ kind: z.literal('reported'), id }),
  z.strictObject({
    kind: z.literal('signed'),
    id,
    results: z
      .array(z.union([z.strictObject({ sign: short }), z.strictObject({ refusal: z.enum(refusals) })]))
      .max(signerLimits.batch)
      .readonly(),
  }),
  // The next three messages are no replies. Their id is zero.
  z.strictObject({ kind: z.literal('honey'), id, ...honeyUse.shape }),
  z.strictObject({ kind: z.literal('openings'), id, ...openingCounts.shape }),
  z.strictObject({ kind: z.literal('signatures'), id, ...signatureCounts.shape }),
  z.strictObject({ kind: z.literal('failed'), id, cause: z.string().max(1_000) }),
]);

/**
 * A message to the signer. It gives the signer the source of its key, or keys, texts and tokens to seal, to open or to sign (a blank text of a key is taken from the stored key). It
 * may also end the opened keys of an account except one, end one opened key, or ask for the counts of the opened keys.
 */
export type SignerRequest = Readonly<z.output<typeof signerRequestSchema>>;
export type SignItem = Readonly<z.output<typeof signItem>>;
export type SealedKeyMessage = Readonly<z.output<typeof sealedKey>>;
/** The sealed keys of the signers. */
export type SignersKeyMessage = Readonly<z.output<typeof signersKey>>;
export type SealedTextsMessage = Readonly<z.output<typeof sealedTexts>>;
/** A use of the key of the honey account: it was opened, completed with a part of a new key, or asked to sign. */
export type HoneyUse = Readonly<z.output<typeof honeyUse>>;
export type OpeningLimits = Readonly<z.output<typeof openingLimits>>;
export type SignedTexts = z.output<typeof signed>;
/** How many keys were opened, of how many accounts, and how many openings were refused. */
export type OpeningCounts = Readonly<z.output<typeof openingCounts>>;
/** The number of signatures by purpose, and the number of their accounts. */
export type SignatureCounts = Readonly<z.output<typeof signatureCounts>>;
/** A message from the signer. A request that failed has a cause, which contains no secret. */
export type SignerReply = Readonly<z.output<typeof signerReplySchema>>;
/** Why a text was not signed: its key was not opened, its key has no secret, the table has no such request, or the budget of the account is spent. */
export type SignRefusal = (typeof refusals)[number];
