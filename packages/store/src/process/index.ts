// Exports the process identity, the folder locks and the protection of the memory and of the built-in objects, for the processes of the server and for the command.
export { freezeIntrinsics } from './freeze-intrinsics.ts';
export { lockFolder, type FolderLock } from './folder-lock.ts';
export { isAlive } from './process-identity.ts';
export { protectMemory } from './protect-memory.ts';
