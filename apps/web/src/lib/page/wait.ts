// The browser's clock as a promise.
export const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
