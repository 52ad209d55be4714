// Exports the process identity, the folder locks and the protection of the memory, for the processes of the server and for the command.
export { lockFolder, type FolderLock } from './folder-lock.ts';
export { isAlive } from './process-identity.ts';
export { protectMemory } from './protect-memory.ts';
