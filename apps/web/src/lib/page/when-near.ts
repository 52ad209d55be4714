// Waits until the visitor comes near an element of the page, so that its code is loaded only for people who reach it.

/** The distance at which an element is near: the height of the window. */
const distance = '100% 0px';
/** React shows an element some frames after it has rendered the element. An element that was not shown by then does not delay its code any longer. */
const mostFrames = 120;

/** Resolves when the element with this id is near the visible part of the page. Resolves at once outside of a browser. */
export const whenNear = async (id: string): Promise<void> => {
  if (typeof IntersectionObserver === 'undefined') return;
  let element = document.getElementById(id);
  for (let frame = 0; element === null && frame < mostFrames; frame += 1) {
    await new Promise(requestAnimationFrame);
    element = document.getElementById(id);
  }
  if (element !== null) await isNear(element);
};

const isNear = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: distance },
    );
    observer.observe(element);
  });
