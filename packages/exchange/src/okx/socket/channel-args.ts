// Changes lists of subscriptions.
import { okxChannelKey, type OkxChannelArg } from '@rondo/protocol';

/** Returns the list without the subscription `arg`. */
export function withoutArg(args: readonly OkxChannelArg[], arg: OkxChannelArg): readonly OkxChannelArg[] {
  return args.filter((one) => okxChannelKey(one) !== okxChannelKey(arg));
}
