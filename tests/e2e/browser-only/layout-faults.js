// This script runs inside the page. It finds elements that are wider than the window, and texts that are partly hidden by a box without scrolling.
/* global document, innerWidth, getComputedStyle */

/** The tolerance for rounding in pixels: half a pixel on each side. */
const tolerance = 1;
const shownWords = 60;

/** Returns true when an element has a clip style. The product uses clip styles for texts that are only for screen readers, and for closed layers. */
const isMeantToHide = (style) => style.clipPath !== 'none' || style.clip !== 'auto';

/** Returns the innermost box that hides a part of the text, or null. The text in a box with scrolling is never a fault. */
const cutBy = (text, rect) => {
  for (let box = text.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (isMeantToHide(style)) return null;
    const edge = box.getBoundingClientRect();
    const cutsAcross = style.overflowX === 'hidden' || style.overflowX === 'clip';
    const cutsDown = style.overflowY === 'hidden' || style.overflowY === 'clip';
    if (cutsAcross && (rect.right > edge.right + tolerance || rect.left < edge.left - tolerance)) return box;
    if (cutsDown && (rect.bottom > edge.bottom + tolerance || rect.top < edge.top - tolerance)) return box;
    if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
    if (style.overflowY === 'auto' || style.overflowY === 'scroll') return null;
    if (style.position === 'fixed') return null;
  }
  return null;
};

const isOutside = (text, rect) => {
  if (rect.right <= innerWidth + tolerance && rect.left >= -tolerance) return false;
  for (let box = text.parentElement; box !== null; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (isMeantToHide(style) || style.overflowX === 'auto' || style.overflowX === 'scroll') return false;
  }
  return true;
};

const nameOf = (box) => `${box.tagName.toLowerCase()}.${String(box.getAttribute('class') ?? '').replaceAll(' ', '.')}`;

/** Returns one sentence for each fault of the page, and the number of examined texts. */
globalThis.findLayoutFaults = () => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  const walker = document.createTreeWalker(document.body, 4);
  let texts = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const words = text.data.trim();
    if (
      words === '' ||
      text.parentElement === null ||
      !text.parentElement.checkVisibility({ visibilityProperty: true })
    )
      continue;
    texts += 1;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = cutBy(text, rect);
      const shown = `"${words.slice(0, shownWords)}" in ${nameOf(text.parentElement)}`;
      if (box !== null) faults.push(`${shown} is cut off by ${nameOf(box)}`);
      else if (isOutside(text, rect)) faults.push(`${shown} is outside the window`);
      else continue;
      break;
    }
  }
  return { faults, texts };
};
