// Exports the signer for the command `rondo`, which reads accounts while no server runs.
export { createToolSigner, type ToolSigner, type ToolSignerConfig } from './tool-signer.ts';
export type { AccountKeys } from './account-keys.ts';
