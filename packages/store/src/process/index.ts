// Which process is alive and which one holds a folder: for the embedded database and for the sandbox's process.
export { lockFolder, type FolderLock } from './folder-lock.ts';
export { isAlive } from './process-identity.ts';
