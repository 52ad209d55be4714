// The scenes of `signal-rounds.test.ts`: a bot that waits for signals, and a market whose hours lead to rounds and to hours without a round.

/** One hour of a scene. `to` is the distance of its close from the start price, in hundredths of a percent. A positive number is a move in the direction of the bot. */
export type SceneHour = {
  readonly to: number;
  /** The message that arrives before the close. */
  readonly message?: 'open' | 'late';
  /** What the model does with the request after the close. */
  readonly model?: 'open' | 'wait' | 'refusal';
};

/** A bot with the entry `entry`, and the hours of its market. Rounds open in the hours of `opens`, which are counted from 0. */
export type Scene = {
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly entry: {
    readonly type: 'rsi' | 'ichimoku' | 'webhook' | 'ai-gpt';
    readonly signal?: object;
    readonly atr_multiplier?: string;
  };
  /** The hours before the bot is created, after `flatHours`. */
  readonly before: readonly number[];
  readonly hours: readonly SceneHour[];
  readonly opens: readonly number[];
};

/** The hours with which each scene begins. Their prices differ so little that no rule fires. RSI has no value in the first 199 bars. */
export const flatHours: readonly number[] = Array.from({ length: 210 }, (_, hour) => (hour % 2) * 2);

const closes = (...list: readonly number[]): readonly SceneHour[] => list.map((to) => ({ to }));

export const scenes: readonly Scene[] = [
  {
    name: 'RSI of a long bot',
    direction: 'long',
    entry: { type: 'rsi', signal: { bar: '1H', length: 14, level: 30, when: 'crossing' } },
    before: [],
    // RSI falls below 30 and crosses it upwards in the hours 1 and 5.
    hours: closes(-30, -10, 15, -40, -80, -50, -75, -10),
    opens: [1, 5],
  },
  {
    name: 'RSI of a long bot with distances from the volatility',
    direction: 'long',
    entry: { type: 'rsi', signal: { bar: '1H', length: 14, level: 30, when: 'crossing' }, atr_multiplier: '3' },
    before: [],
    hours: closes(-30, -10, 15, -40, -80, -50, -75, -10),
    opens: [1, 5],
  },
  {
    name: 'messages to a short bot',
    direction: 'short',
    entry: { type: 'webhook' },
    before: [],
    hours: [
      { to: -5 },
      { to: 0, message: 'open' },
      { to: -25 },
      { to: 30 },
      { to: 25, message: 'late' },
      { to: 20, message: 'open' },
      { to: 45 },
    ],
    opens: [1, 5],
  },
  {
    name: 'decisions of the AI about a long bot',
    direction: 'long',
    entry: { type: 'ai-gpt' },
    before: [],
    hours: [
      { to: 2, model: 'wait' },
      { to: 0, model: 'open' },
      // The distance of the round is that of the defence 4, so its second step fills here.
      { to: -230 },
      { to: -60, model: 'refusal' },
      { to: 30, model: 'wait' },
      { to: 25, model: 'open' },
    ],
    opens: [1, 5],
  },
  {
    name: 'Ichimoku of a short bot',
    direction: 'short',
    entry: { type: 'ichimoku', signal: { bar: '1H', when: 'while' } },
    // The extreme is in the window of the base line (26 bars), and not in the window of the conversion line (9 bars).
    before: [-60, ...Array.from({ length: 11 }, () => 0)],
    // The round ends in the hours 2 and 3, and the rule also fires at their close.
    hours: closes(-5, 6, 30, 52, 30),
    opens: [1, 2, 3],
  },
];
