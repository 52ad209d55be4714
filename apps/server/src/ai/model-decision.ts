// The decision of an AI model: the schema that is sent with the prompt, and the check of the text that the model returns.
import { defencePercents } from '@rondo/strategy';
import * as z from 'zod';

const side = z.strictObject({
  open: z.boolean(),
  defence: z.literal([...defencePercents]),
});

const decisionSchema = z.strictObject({
  long: side,
  short: side,
  confidence: z.number().min(0).max(1),
  reason: z.string().max(200),
});

/** The decision for both directions. `defence` is the percent of the crash defence. */
export type ModelDecision = z.output<typeof decisionSchema>;

const sideJson = {
  type: 'object',
  properties: { open: { type: 'boolean' }, defence: { type: 'integer', enum: defencePercents } },
  required: ['open', 'defence'],
  additionalProperties: false,
} as const;

/** The JSON schema of a decision, as an endpoint with strict schemas accepts it. It has no bounds of texts and numbers, because some endpoints refuse them. */
export const decisionJsonSchema = {
  type: 'object',
  properties: { long: sideJson, short: sideJson, confidence: { type: 'number' }, reason: { type: 'string' } },
  required: ['long', 'short', 'confidence', 'reason'],
  additionalProperties: false,
} as const;

/** Returns the decision in the text, or null when the text is no decision. */
export function parseDecision(text: string): ModelDecision | null {
  try {
    return decisionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
