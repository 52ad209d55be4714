// The envelope of every OKX REST response, and the rows that acknowledge an order, an amendment or a cancellation.
import * as z from 'zod';
import { okxText } from './field.ts';

/** Code, message and rows. `data` may be missing when the request was refused before processing. */
export const okxEnvelopeSchema = z.object({
  code: z.string(),
  msg: okxText,
  data: z.array(z.unknown()).default([]),
});
/** A parsed `okxEnvelopeSchema`. */
export type OkxEnvelope = z.infer<typeof okxEnvelopeSchema>;

/** One acknowledged or refused order command. `sCode` is the result; `subCode` gives more detail. */
export const okxOrderAckSchema = z.object({
  ordId: okxText,
  clOrdId: okxText,
  sCode: z.string(),
  sMsg: okxText,
  subCode: okxText,
});

/** One acknowledged or refused trigger order command. */
export const okxAlgoAckSchema = z.object({
  algoId: okxText,
  algoClOrdId: okxText,
  sCode: z.string(),
  sMsg: okxText,
  subCode: okxText,
});

/** Server time row of GET public/time. */
export const okxTimeRowSchema = z.object({
  ts: z
    .string()
    .regex(/^\d{13}$/)
    .transform(Number),
});

/** Parses a body as an envelope; undefined when it has another shape (an error page, a truncated response). */
export function parseOkxEnvelope(text: string): OkxEnvelope | undefined {
  try {
    const parsed = okxEnvelopeSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
