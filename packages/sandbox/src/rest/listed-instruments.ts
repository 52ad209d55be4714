// Selects the instruments of the public lists.
import { failure, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { instruments, type Instrument } from '../market/instruments.ts';

const unknown = "Instrument ID, Instrument ID code, or Spread ID doesn't exist.";

/** Returns the rows of the instrument that the query names. */
export function single(query: Raw, rows: (instrument: Instrument) => readonly unknown[]): CoreResponse {
  if (text(query, 'instId') === '') return failure('50014', 'Parameter instId cannot be empty.', 400);
  const instrument = instruments.get(text(query, 'instId'));
  return instrument ? success(rows(instrument)) : failure('51001', unknown);
}

/**
 * Returns one row for every instrument that matches a query. Other instrument types get an empty list, because some clients load all types when they start.
 */
export function listed(query: Raw, row: (instrument: Instrument) => unknown): CoreResponse {
  const instId = text(query, 'instId');
  const instType = text(query, 'instType') || (instId === '' ? '' : 'SWAP');
  if (instType === '') return failure('50014', 'Parameter instType cannot be empty.', 400);
  if (['SPOT', 'MARGIN', 'FUTURES', 'OPTION', 'EVENTS'].includes(instType)) return success([]);
  if (instType !== 'SWAP') return failure('51000', 'Parameter instType error', 400);
  const family = text(query, 'instFamily') || text(query, 'uly');
  if (instId !== '' && !instruments.has(instId)) return failure('51001', unknown);
  const wanted = [...instruments.values()].filter(
    (instrument) => (instId === '' || instrument.instId === instId) && (family === '' || instrument.family === family),
  );
  return success(wanted.map(row));
}
