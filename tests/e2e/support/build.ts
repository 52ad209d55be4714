// Before the first file: the product is built once for all of them, since two files run side by side.
export { buildProduct as setup } from './product.ts';
