// Passes pictures to ffmpeg, which writes the film or one picture. All files are written without time stamps, so equal pictures give equal files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { exitOf } from '../e2e/support/product.ts';

/** The pictures of a second. */
export const framesPerSecond = 15;

export type Encoder = {
  /** Adds a picture (PNG) to the film, `count` times. */
  readonly add: (picture: Buffer, count: number) => Promise<void>;
  /** Resolves when the file is complete. */
  readonly end: () => Promise<void>;
};

const reproducible = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'];

/** The strip is above each picture. H.264 in MP4 is the one format that Chrome, Safari and Firefox play in all their supported versions. */
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'animation', '-crf', '25', '-g', '250', '-an'];

/** Starts the encoder of the film. `strip` is the picture above all pictures. */
export function openEncoder(file: string, strip: string): Encoder {
  const input = ['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-i', '-', '-loop', '1', '-i', strip];
  const order = '[1][0]vstack=shortest=1,format=yuv420p';
  const child = ffmpeg([...input, '-filter_complex', order, ...h264, ...reproducible, '-movflags', '+faststart', file]);
  return {
    async add(picture, count) {
      for (let index = 0; index < count; index += 1) if (!child.stdin.write(picture)) await once(child.stdin, 'drain');
    },
    async end() {
      child.stdin.end();
      await succeed(child);
    },
  };
}

/** Writes the picture that a film shows at a time, in seconds, as a WebP file. */
export const writePoster = (film: string, seconds: number, file: string): Promise<void> =>
  succeed(ffmpeg(['-ss', String(seconds), '-i', film, '-frames:v', '1', ...webp(60), ...reproducible, file]));

/** Writes a picture (PNG) as a WebP file. */
export async function writeWebp(picture: Buffer, file: string, quality: number): Promise<void> {
  const child = ffmpeg(['-f', 'image2pipe', '-i', '-', ...webp(quality), ...reproducible, file]);
  child.stdin.end(picture);
  await succeed(child);
}

const webp = (quality: number): readonly string[] => [
  '-c:v',
  'libwebp',
  '-preset',
  'text',
  '-quality',
  String(quality),
];

const ffmpeg = (args: readonly string[]) =>
  spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] });

async function succeed(child: ReturnType<typeof ffmpeg>): Promise<void> {
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`ffmpeg ended with the exit code ${code}.`);
}
