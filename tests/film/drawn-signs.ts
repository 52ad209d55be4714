// Finds the signs of a page that this machine cannot draw. A browser draws an empty box for them, so a picture of such a page must not be kept.
import type { Page } from 'playwright-core';

/** Returns the letters of the page that look like a sign that no font has. */
const undrawnSigns = `(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  context.canvas.width = context.canvas.height = 48;
  context.font = '32px ' + getComputedStyle(document.body).fontFamily;
  const drawn = (sign) => {
    context.clearRect(0, 0, 48, 48);
    context.fillText(sign, 4, 36);
    return context.getImageData(0, 0, 48, 48).data.join();
  };
  const unknown = drawn(String.fromCodePoint(0x378));
  return [...new Set(document.body.innerText)].filter((sign) => /\\p{L}/u.test(sign) && drawn(sign) === unknown);
})()`;

/** Throws when this machine has no font for a letter of the page. */
export async function expectDrawnSigns(page: Page): Promise<void> {
  const missing = await page.evaluate<readonly string[]>(undrawnSigns);
  if (missing.length === 0) return;
  const signs = missing.slice(0, 10).join(' ');
  throw new Error(
    `No font draws ${signs}. Install a font with these signs, such as the Debian package fonts-noto-cjk.`,
  );
}
