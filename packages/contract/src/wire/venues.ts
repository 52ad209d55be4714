// The names of venues and exchanges on the wire.
import * as z from 'zod';

/** The venue of an installation: the built-in sandbox, or the real exchange. */
export const venueSchema = z.enum(['sandbox', 'okx']);
/** The name of a venue. */
export type VenueName = z.infer<typeof venueSchema>;

/** The exchanges whose accounts can be linked. */
export const exchangeSchema = z.enum(['okx', 'lbank']);
