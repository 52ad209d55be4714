// Russian texts: logs.
import type { logs as base } from '../en/logs.ts';
import type { Section } from '../message.ts';

export const logs: Section<typeof base> = {
  'bots.log.roundOpened': 'Раунд {round} открыт по {price}',
  'bots.log.waitingForSignal': 'Раунд {round} ждёт сигнала',
  'bots.log.stepFilled': 'Ступень {step} исполнена по {price}',
  'bots.log.exitFilled.takeProfit': 'Ступень {step} закрыта по своей цене прибыли {price}',
  'bots.log.exitFilled.baseExit': 'Выход базы исполнен по {price}',
  'bots.log.exitFilled.close': 'Закрыто по рынку, {price}',
  'bots.log.exitFilled.stopLoss': 'Стоп-лосс исполнен по {price}',
  'bots.log.cycleCompleted': 'Цикл {cycle} ступени {step} закрыт',
  'bots.log.roundCompleted': 'Раунд {round} завершён',
  'bots.log.botCompleted': 'Бот завершён',
  'bots.log.liquidated': 'Ликвидирован биржей в раунде {round}',
  'bots.log.entryMissed': 'Открывающая заявка не исполнилась, попытка {attempt}',
  'bots.log.orderRejected': 'Биржа отклонила заявку ступени {step}',
  'bots.log.planRefused': 'Раунд {round} не удалось спланировать, он не открыт',
  'bots.log.stopAndCloseAccepted': 'Остановка принята: заявки снимаются, позиция закрывается',
  'bots.log.stopAndLeaveAccepted': 'Остановка принята: заявки снимаются, позиция остаётся без защиты',
  'bots.log.lastRoundSet': 'Завершится после следующей фиксации',
  'bots.log.lastRoundUnset': 'Продолжит после следующей фиксации',
  'bots.log.lateFill': 'Пришло позднее исполнение, оно закрывается',
  'bots.log.failed': 'Бот остановлен из-за ошибки ({reason})',
  'bots.log.stepBlocked': 'Не хватает маржи для шага {step}: он ждёт, пока её станет больше',
  'bots.log.orderBeingVerified': 'Биржа не ответила на ордер шага {step}, он проверяется',
  'bots.log.orderContradiction': 'Противоречивые ответы биржи об ордере шага {step}',
  'bots.log.orderCancelledOutside': 'Ордер шага {step} отменён вручную и пропускается в этом раунде',
  'bots.log.exitReplacedOnce': 'Выход шага {step} отменён вручную и выставлен ещё раз, один раз',
  'bots.log.positionDiffers': 'Позиция на бирже отличается от позиции бота: новых входов нет, пока они не совпадут',
};
