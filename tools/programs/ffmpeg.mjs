// Finds ffmpeg for `npm run film`. Installs the Debian package when ffmpeg does not exist, the process runs as root, and apt-get exists.
import { ensureProgram } from './debian-package.mjs';

/** Installs ffmpeg when it is not installed. Returns null on success, or a message for the user. */
export const ensureFfmpeg = () =>
  ensureProgram({ names: ['ffmpeg'], package: 'ffmpeg', purpose: 'The pictures need ffmpeg' });
