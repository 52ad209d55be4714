// The pointer of the film. A browser without a window draws no pointer, so a script draws one into the page.
import type { Page } from 'playwright-core';

export type Place = { readonly x: number; readonly y: number };

/**
 * The script runs in each page before its own scripts. It defines `filmPointer`, which places the pointer and shows a ring while a button is pressed,
 * `filmDistance`, which returns by how many px the page or dialog around an element can scroll so that the element is at a distance from the top, and
 * `filmScroll`, which scrolls it.
 */
const script = `(() => {
  const namespace = 'http://www.w3.org/2000/svg';
  const draw = (name, attributes) => {
    const element = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const picture = draw('svg', { width: '64', height: '64', viewBox: '-32 -32 64 64', 'aria-hidden': 'true' });
  const ring = draw('circle', { r: '18', fill: 'none', stroke: '#fff', 'stroke-width': '3', opacity: '0' });
  const arrow = draw('path', { d: 'M0 0v20l5-4.6 3.6 7.8 3.6-1.7-3.5-7.6h6.9z', fill: '#fff', stroke: '#000', 'stroke-width': '1.4' });
  picture.append(ring, arrow);
  picture.style.cssText = 'position:fixed;left:-32px;top:-32px;z-index:2147483647;pointer-events:none';
  globalThis.filmPointer = (x, y, isPressed) => {
    if (!picture.isConnected) document.documentElement.append(picture);
    picture.style.transform = 'translate(' + x + 'px,' + y + 'px)';
    ring.setAttribute('opacity', isPressed ? '0.9' : '0');
  };
  const scroller = (element) => {
    for (let box = element.parentElement; box !== null; box = box.parentElement)
      if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
    return document.scrollingElement;
  };
  globalThis.filmDistance = (element, top) => {
    const box = scroller(element);
    const wanted = element.getBoundingClientRect().top - top;
    return Math.round(Math.max(-box.scrollTop, Math.min(wanted, box.scrollHeight - box.clientHeight - box.scrollTop)));
  };
  globalThis.filmScroll = (element, by) => scroller(element).scrollBy(0, by);
})()`;

export const drawPointers = (page: Page): Promise<unknown> => page.addInitScript(script);

/** Draws the pointer at a place of the window. */
export const showPointer = (page: Page, { x, y }: Place, isPressed: boolean): Promise<unknown> =>
  page.evaluate(`filmPointer(${x}, ${y}, ${isPressed})`);

/** Returns the places on the way to `to`, one for each picture and at most `most`. The pointer begins and ends slowly. */
export function pathOf(from: Place, to: Place, most: number): readonly Place[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const count = distance < 1 ? 0 : Math.round(Math.min(most, Math.max(6, distance / 50)));
  return Array.from({ length: count }, (_, index) => {
    const share = easedShare((index + 1) / count);
    return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) };
  });
}

/** Returns the share of a way after a share of its time, from 0 to 1. The movement begins and ends slowly. */
export const easedShare = (share: number): number => share * share * (3 - 2 * share);
