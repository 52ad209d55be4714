/** The kinds of user commands that this program knows. A newer program can record other kinds. */
export const commandKinds = [
  'stop_close',
  'stop_keep',
  'set_last',
  'release_guard',
  'recover_trade',
  'recover_exit',
  'hold_rounds',
  'release_hold',
] as const;
