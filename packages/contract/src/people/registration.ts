// The wire format of the sign-up: the rules that the page shows, and the call in which the server checks each rule (specification 5).
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { requiredLine, withoutInvisible } from '../wire/text.ts';

/** An e-mail address as a person types it. The parsed address is in lower case. */
export const emailSchema = z
  .string()
  .max(contractLimits.emailLength)
  .trim()
  .toLowerCase()
  .pipe(z.email({ message: 'enter a valid email' }));

/** A new password of 8 to 128 characters. The schema does not change the password. */
export const newPasswordSchema = z
  .string()
  .refine((text) => Array.from(text).length >= contractLimits.passwordMinLength, {
    message: `at least ${contractLimits.passwordMinLength} characters`,
  })
  .refine((text) => Array.from(text).length <= contractLimits.passwordLength, {
    message: `at most ${contractLimits.passwordLength} characters`,
  });

/**
 * The body of POST /api/auth/register. The specification has the first four fields. The other fields are the check boxes and the country of the sign-up page. They
 * are optional in the schema, because the server refuses a missing one with the error code of its rule (decision 55).
 */
export const registerRequestSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  name: requiredLine(contractLimits.personNameLength)
    .transform(withoutInvisible)
    .refine((text) => !text.startsWith('@'), { message: 'without the leading @' }),
  /** The referral code. The server returns INVALID_REFERRAL when the code is missing or wrong. */
  ref: z.string().max(64).default(''),
  consents: z.strictObject({ terms: z.boolean(), privacy: z.boolean(), version: z.string().max(20) }).optional(),
  is_adult: z.boolean().optional(),
  /** ISO 3166-1 alpha-2 code of the country of residence. */
  region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
});
/** A sign-up. */
export type RegisterRequest = z.input<typeof registerRequestSchema>;
/** The parsed request. */
export type ParsedRegisterRequest = z.output<typeof registerRequestSchema>;

/** The response does not reveal whether the e-mail is known (decision 22). */
export const registerResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  message_key: z.string(),
});
/** The response of a sign-up. */
export type RegisterResponse = z.infer<typeof registerResponseSchema>;

/** GET /api/registration returns the rules of the sign-up page. `default_ref` is the referral code that the landing page uses. */
export const registrationRulesSchema = z.object({
  /** False while nobody can sign up. The page then shows the contact of the operator. */
  is_open: z.boolean(),
  consent_version: z.string(),
  minimum_age: z.number(),
  minimum_password_length: z.number(),
  prohibited_regions: z.array(z.string()),
  /** False when a sign-up needs no referral code. */
  needs_ref: z.boolean(),
  default_ref: z.string(),
});
/** The rules of the sign-up. */
export type RegistrationRules = z.infer<typeof registrationRulesSchema>;
