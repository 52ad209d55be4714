/* The program with which the benchmark compares our back-test: the ladder without cyclic steps as a simple loop over the candles in C.
 * Usage: reference CANDLES COUNT SIGN STEPS POWER TARGET PART MAKER TAKER ALLOCATION STOP DIVISOR MINLOTS REPEATS
 * The file CANDLES contains four arrays of COUNT int32 values: the opens, the highs, the lows and the closes. Sums are in ticks x lots.
 * Prints the processor time of every run in nanoseconds, and then the number of fills, the fingerprint and the gross profit.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { int sign, steps; double power, target, part, maker, taker, allocation, stop, divisor; double minLots; } Terms;
typedef struct {
  double budget, first, openLots, openCost, gain, makerValue, takerValue, roundGain, roundFees;
  double prices[12], weights[12];
  double entryAt, exitAt, stopAt, liquidationAt, walked;
  int depth, fills, ended;
  uint32_t hash;
} Bot;

static void take(Bot *b, const Terms *t, int32_t candle, uint32_t code, double price, double lots) {
  b->fills++;
  uint32_t h = (b->hash ^ (uint32_t)candle) * 0x01000193u;
  h = (h ^ (h >> 15) ^ code) * 0x85ebca6bu;
  h = (h ^ (h >> 13) ^ (uint32_t)(int32_t)(t->sign * price)) * 0xc2b2ae35u;
  b->hash = (h ^ (h >> 16) ^ (uint32_t)(int64_t)lots) * 0x01000193u;
}

static void setLevels(Bot *b, const Terms *t) {
  double fees = t->maker * b->makerValue + t->taker * b->takerValue;
  b->entryAt = b->depth < t->steps ? b->prices[b->depth] - 1 : -3e9;
  b->exitAt = ceil(b->openCost * t->target / b->openLots) + 1;
  double room = t->stop * b->budget + b->roundGain - b->roundFees;
  b->stopAt = floor((b->openCost - room) / b->openLots);
  double need = b->openCost - (t->allocation + b->gain - fees);
  double nearest = b->entryAt > b->stopAt ? b->entryAt : b->stopAt;
  double worth = b->openLots * t->divisor;
  b->liquidationAt = need < nearest * worth ? -3e9 : floor(need / worth);
}

static void enter(Bot *b, const Terms *t, int32_t candle) {
  int k = b->depth;
  double price = b->prices[k], lots = floor(b->budget * (t->part * b->weights[k]) / fabs(price));
  if (lots < t->minLots) { b->ended = 1; return; }
  double value = fabs(price * lots);
  if (k == 0) { b->takerValue += value; b->roundFees += t->taker * value; }
  else { b->makerValue += value; b->roundFees += t->maker * value; }
  b->openLots += lots;
  b->openCost += price * lots;
  b->depth = k + 1;
  take(b, t, candle, (uint32_t)(k + 1), price, lots);
  setLevels(b, t);
}

static void openRound(Bot *b, const Terms *t, int32_t candle) {
  double grown = t->allocation + b->gain - (t->maker * b->makerValue + t->taker * b->takerValue), power = 1;
  b->budget = grown < t->allocation ? grown : t->allocation;
  b->first = b->walked;
  for (int k = 0; k < t->steps; k++, power *= t->power) b->prices[k] = floor(b->first * power);
  b->depth = 0;
  b->openLots = b->openCost = b->roundGain = b->roundFees = 0;
  enter(b, t, candle);
}

static void leave(Bot *b, const Terms *t, int32_t candle, uint32_t code, double price, int isMaker) {
  double proceeds = price * b->openLots;
  b->gain += proceeds - b->openCost;
  if (isMaker) b->makerValue += fabs(proceeds); else b->takerValue += fabs(proceeds);
  take(b, t, candle, code, price, b->openLots);
}

static void walkTo(Bot *b, const Terms *t, int32_t candle, double target) {
  for (;;) {
    double down = b->entryAt > b->stopAt ? b->entryAt : b->stopAt;
    if (b->liquidationAt > down) down = b->liquidationAt;
    if (b->ended) return;
    if (b->walked > down && b->walked < b->exitAt) {
      if (target > down && target < b->exitAt) { b->walked = target; return; }
      b->walked = target <= down ? down : b->exitAt;
    }
    if (b->walked <= b->entryAt) enter(b, t, candle);
    else if (b->walked >= b->exitAt) { leave(b, t, candle, 2 * 16, b->exitAt - 1, 1); openRound(b, t, candle); }
    else if (b->walked <= b->stopAt) { leave(b, t, candle, 3 * 16, b->walked, 0); openRound(b, t, candle); }
    else {
      leave(b, t, candle, 4 * 16, b->walked < b->liquidationAt ? b->walked : b->liquidationAt, 0);
      b->ended = 1;
    }
  }
}

/* A level as an int32 of plain prices that a candle's low (high) can be compared with. */
static int32_t plain(double level) { return level < -2147483647.0 ? -2147483647 : level > 2147483647.0 ? 2147483647 : (int32_t)level; }

static void run(Bot *b, const Terms *t, const int32_t *open, const int32_t *high, const int32_t *low, const int32_t *close, int count) {
  const int s = t->sign;
  b->walked = s * open[0];
  openRound(b, t, 0);
  for (int i = 0; i < count && !b->ended; i++) {
    double down = b->entryAt > b->stopAt ? b->entryAt : b->stopAt;
    if (b->liquidationAt > down) down = b->liquidationAt;
    const int32_t below = s == 1 ? plain(down) : plain(-b->exitAt), above = s == 1 ? plain(b->exitAt) : plain(-down);
    if (i > 0) while (i < count && low[i] > below && high[i] < above) i++;
    if (i == count) return;
    if (i > 0) b->walked = s * close[i - 1];
    const double o = s * open[i], c = s * close[i];
    const double bottom = s == 1 ? low[i] : -high[i], up = s == 1 ? high[i] : -low[i];
    walkTo(b, t, i, o);
    if (s == 1 ? c >= o : c > o) { walkTo(b, t, i, bottom); walkTo(b, t, i, up); }
    else { walkTo(b, t, i, up); walkTo(b, t, i, bottom); }
    walkTo(b, t, i, c);
  }
}

int main(int argc, char **argv) {
  if (argc != 15) return 2;
  const int count = atoi(argv[2]), repeats = atoi(argv[14]);
  int32_t *all = malloc(sizeof(int32_t) * 4 * (size_t)count);
  FILE *file = fopen(argv[1], "rb");
  if (!all || !file || fread(all, sizeof(int32_t), 4 * (size_t)count, file) != 4 * (size_t)count) return 1;
  fclose(file);
  const Terms t = { atoi(argv[3]), atoi(argv[4]), atof(argv[5]), atof(argv[6]), atof(argv[7]), atof(argv[8]),
                    atof(argv[9]), atof(argv[10]), atof(argv[11]), atof(argv[12]), atof(argv[13]) };
  Bot b;
  for (int turn = 0; turn < repeats; turn++) {
    b = (Bot){ .hash = 0x811c9dc5u };
    for (int k = 0; k < t.steps; k++) b.weights[k] = (k == 0 ? 1 : (double)(1 << (k - 1))) / (double)(1 << (t.steps - 1));
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    run(&b, &t, all, all + count, all + 2 * (size_t)count, all + 3 * (size_t)count, count);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    printf("%lld\n", (to.tv_sec - from.tv_sec) * 1000000000LL + (to.tv_nsec - from.tv_nsec));
  }
  printf("%d %d %.0f\n", b.fills, (int32_t)b.hash, b.gain);
  return 0;
}
