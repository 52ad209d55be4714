// Is loaded before the program of a node. It adds the number of milliseconds in a file to the clock of the process, and reads the file again after SIGUSR2.
import { readFileSync } from 'node:fs';

const file = process.env['TRIAL_CLOCK_FILE'] ?? '';
const RealDate = Date;
const realNow = Date.now;
let offsetMs = 0;

function read() {
  offsetMs = Number(readFileSync(file, 'utf8'));
}

if (file !== '') {
  read();
  process.on('SIGUSR2', read);
  const now = () => realNow() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, self) => Reflect.construct(target, values.length === 0 ? [now()] : values, self),
    apply: () => new RealDate(now()).toString(),
  });
  RealDate.now = now;
}
