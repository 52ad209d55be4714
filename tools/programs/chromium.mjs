// Finds the browser of the end-to-end tests, and installs the Debian package when no browser exists.
import { ensureProgram } from './debian-package.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Installs a browser when no browser is installed. Returns null on success, or a message for the user. */
export const ensureChromium = () =>
  ensureProgram({ names, package: 'chromium', purpose: 'The browser tests need Chromium' });
