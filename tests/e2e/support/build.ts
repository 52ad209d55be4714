// Builds the product once before the first test file runs, because two test files run at the same time.
export { buildProduct as setup } from './product.ts';
