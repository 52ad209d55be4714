// Exports the process identity and the folder locks for the embedded database and for the process of the sandbox.
export { lockFolder, type FolderLock } from './folder-lock.ts';
export { isAlive } from './process-identity.ts';
