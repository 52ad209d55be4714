// The form of the settings that name addresses and networks of other programs (`address-set.ts`).
import * as z from 'zod';

/** A list of addresses and networks, separated by commas. `loopback` stands for the addresses of this machine. */
export const addressList = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(
    z
      .array(
        z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
          error: 'must be loopback, IP addresses or networks such as loopback,10.0.0.0/8',
        }),
      )
      .max(64, { message: 'must be at most 64 addresses or networks' }),
  );
