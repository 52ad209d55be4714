// The types of bundle-options.mjs, for the bench.
import type { BuildOptions } from 'esbuild';

export function bundleOptions(output: string): BuildOptions;
