// Writes pictures with ffmpeg. The files have no time stamps, so equal pictures give equal files.
import { spawn } from 'node:child_process';
import { exitOf } from '../e2e/support/product.ts';

const reproducible = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'];

/** Writes a picture (PNG) as a WebP file. */
export async function writeWebp(picture: Buffer, file: string, quality: number): Promise<void> {
  const webp = ['-c:v', 'libwebp', '-preset', 'text', '-quality', String(quality)];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', '-f', 'image2pipe', '-i', '-', ...webp, ...reproducible, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(picture);
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`ffmpeg ended with the exit code ${code}.`);
}
