// This script runs inside the page. It finds elements that are wider than the window, texts that are partly hidden by a box without scrolling, texts that overlap a control, and chips that are wider than their content.
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

const controls = 'button, a[href], input, select, textarea, summary, [role=button], [role=slider], [role=tab]';

/** Returns the layer of an element: the box that scrolls or is placed independently of its surroundings. Elements of different layers may overlap, for example a menu and the page. */
const layerOf = (element, isText = false) => {
  for (let box = element; box !== null && box !== document.body; box = box.parentElement) {
    const { position, overflowX, overflowY } = getComputedStyle(box);
    if (position === 'fixed' || position === 'sticky' || box.matches('dialog, [popover], [role=listbox], [role=menu]'))
      return box;
    // A text scrolls with the box that it stands in.
    if (isText && box === element && [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll'))
      return box;
    // A drawing never scrolls, although its style hides what is outside of it.
    if (box !== element && box.tagName !== 'svg' && [overflowX, overflowY].some((value) => value !== 'visible'))
      return box;
  }
  return document.body;
};

const isClear = (colour) => colour === 'rgba(0, 0, 0, 0)' || colour === 'transparent';

/** Returns the painted boxes of a control. The padding of an input and of a control without background and border is not painted, and a unit may stand in it. A control without content is as large as the sign in its middle. A link in a sentence has a box in each line. */
const paintedBoxes = (control) => {
  const style = getComputedStyle(control);
  const isPlain = isClear(style.backgroundColor) && Number.parseFloat(style.borderTopWidth) === 0;
  if (style.display === 'inline' || (!isPlain && control.tagName !== 'INPUT')) return [...control.getClientRects()];
  if (isPlain && control.childNodes.length > 0) {
    const content = document.createRange();
    content.selectNodeContents(control);
    const [inside, box] = [content.getBoundingClientRect(), control.getBoundingClientRect()];
    // The content can also have a text for screen readers, which is wider.
    return [
      {
        left: Math.max(inside.left, box.left),
        top: Math.max(inside.top, box.top),
        right: Math.min(inside.right, box.right),
        bottom: Math.min(inside.bottom, box.bottom),
      },
    ];
  }
  const { left, top, right, bottom } = control.getBoundingClientRect();
  const drawn = getComputedStyle(control, '::before');
  if (isPlain && drawn.content !== 'none' && drawn.content !== 'normal') {
    const [aside, above] = [
      right - left - Number.parseFloat(drawn.width),
      bottom - top - Number.parseFloat(drawn.height),
    ];
    return [{ left: left + aside / 2, top: top + above / 2, right: right - aside / 2, bottom: bottom - above / 2 }];
  }
  const inner = (edge) => Number.parseFloat(style[`padding${edge}`]);
  return [
    {
      left: left + inner('Left'),
      top: top + inner('Top'),
      right: right - inner('Right'),
      bottom: bottom - inner('Bottom'),
    },
  ];
};

/** Returns the visible controls with their painted boxes. A control without opacity has a picture of its own, which is not a control. */
const visibleControls = () =>
  [...document.querySelectorAll(controls)].flatMap((control) => {
    const isVisible = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isVisible || isMeantToHide(getComputedStyle(control))) return [];
    return [{ control, rects: paintedBoxes(control), layer: layerOf(control) }];
  });

/** Returns true when a text is only for screen readers. */
const isForReaders = (text) => {
  for (let box = text.parentElement; box !== null; box = box.parentElement)
    if (isMeantToHide(getComputedStyle(box))) return true;
  return false;
};

const overlap = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance;

/** Returns the control that a text overlaps, or undefined. The text of the control itself and of its label are not examined. */
const controlOver = (text, rect, all) =>
  all.find(
    ({ control, rects, layer }) =>
      rects.some((edge) => overlap(rect, edge)) &&
      !control.contains(text) &&
      text.parentElement.closest('label')?.control !== control &&
      layer === layerOf(text.parentElement, true) &&
      !isForReaders(text),
  )?.control;

/** Returns what is wrong with one line of a text, or null. */
const faultOf = (text, rect, all) => {
  const box = cutBy(text, rect);
  if (box !== null) return `is cut off by ${nameOf(box)}`;
  if (isOutside(text, rect)) return 'is outside the window';
  const control = controlOver(text, rect, all);
  return control === undefined ? null : `overlaps ${nameOf(control)}`;
};

/** The boxes that are as wide as their content, and the width in pixels by which such a box may be wider. */
const fitted = '.chip, .simulated';
const slack = 24;

/** Returns one sentence for each chip and mark that a grid or a column has made wider than its content. */
const stretched = () =>
  [...document.querySelectorAll(fitted)].flatMap((box) => {
    const content = document.createRange();
    content.selectNodeContents(box);
    // A text of several lines is narrower than the box at the end of a line.
    const heights = [...content.getClientRects()].map(({ height }) => height);
    const isOneLine = content.getBoundingClientRect().height < 2 * Math.max(...heights);
    if (!box.checkVisibility({ visibilityProperty: true }) || !isOneLine) return [];
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    const inner = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const spare = inner - content.getBoundingClientRect().width;
    return spare > slack
      ? [
          `"${box.textContent.slice(0, shownWords)}" in ${nameOf(box)} is ${Math.round(spare)} px wider than its content`,
        ]
      : [];
  });

const isShown = (text) =>
  text.data.trim() !== '' && text.parentElement?.checkVisibility({ visibilityProperty: true }) === true;

/** Returns one sentence for each fault of the page, and the number of examined texts. */
globalThis.findLayoutFaults = () => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  const walker = document.createTreeWalker(document.body, 4);
  faults.push(...stretched());
  const all = visibleControls();
  let texts = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!isShown(text)) continue;
    texts += 1;
    const range = document.createRange();
    range.selectNodeContents(text);
    const fault = [...range.getClientRects()].map((rect) => faultOf(text, rect, all)).find((found) => found !== null);
    if (fault !== undefined)
      faults.push(`"${text.data.trim().slice(0, shownWords)}" in ${nameOf(text.parentElement)} ${fault}`);
  }
  return { faults, texts };
};
