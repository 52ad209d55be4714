// Builds the product once before the first test file, because two files run at the same time.
export { buildProduct as setup } from './product.ts';
