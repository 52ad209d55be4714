// The envelope of every OKX REST response, and the rows that acknowledge an order, an amendment or a cancellation.
import * as z from 'zod';
import { okxText } from './field.ts';

/** The envelope: code, message and rows. `data` may be missing when the exchange refused the request before its processing. */
export const okxEnvelopeSchema = z.object({
  code: z.string(),
  msg: okxText,
  data: z.array(z.unknown()).default([]),
});
/** A parsed `okxEnvelopeSchema`. */
export type OkxEnvelope = z.infer<typeof okxEnvelopeSchema>;

/** The result of one order command. `sCode` says whether the command was accepted, and `subCode` gives more detail. */
export const okxOrderAckSchema = z.object({
  ordId: okxText,
  clOrdId: okxText,
  sCode: z.string(),
  sMsg: okxText,
  subCode: okxText,
});

/** The result of one algo order command. */
export const okxAlgoAckSchema = z.object({
  algoId: okxText,
  algoClOrdId: okxText,
  sCode: z.string(),
  sMsg: okxText,
  subCode: okxText,
});

/** The row of GET public/time with the server time. */
export const okxTimeRowSchema = z.object({
  ts: z
    .string()
    .regex(/^\d{13}$/)
    .transform(Number),
});

/** Parses a body as an envelope. Returns undefined for any other text, for example an error page or a truncated response. */
export function parseOkxEnvelope(text: string): OkxEnvelope | undefined {
  try {
    const parsed = okxEnvelopeSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
