// Opens the database of a restored installation with a signer of its own, and closes both in their order.
import type { ToolSigner } from '@rondo/server/signer';
import type { SealSource, Store } from '@rondo/store';
import type { RestoreDatabase } from '../commands/restore.ts';

/** Opens the store with the seals of the signer. Closing the store records the openings of keys and ends the signer. A store that cannot be used is closed, and its signer ends. */
export async function openRestored(
  signer: ToolSigner,
  open: (seals: SealSource) => Promise<Store>,
): Promise<Pick<RestoreDatabase, 'store' | 'keys'>> {
  let opened: Store | null = null;
  const close = async (): Promise<void> => {
    try {
      await signer.record();
    } finally {
      try {
        await opened?.close();
      } finally {
        await signer.stop();
      }
    }
  };
  try {
    opened = await open(signer.seals);
    const { trading } = opened.keys;
    if (trading === null) throw new Error('a signer with the master key opens all keys of the installation');
    return { store: { ...opened, keys: { ...opened.keys, trading }, close }, keys: signer.keys(opened) };
  } catch (error) {
    await close();
    throw error;
  }
}
