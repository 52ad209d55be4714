// Tests of the manual tab: the slider of the stop loss is shown only while its check box is on.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { catalogue } from '../../../i18n/en/catalogue.ts';
import { I18nProvider } from '../../../i18n/i18n-context.tsx';
import { initialCreateForm, type CreateForm } from '../plan/create-form.ts';
import type { CreateModel } from '../plan/create-preview.ts';
import { noForeign } from './foreign-note.tsx';
import { ManualFields } from './manual-fields.tsx';

const model: CreateModel = {
  name: 'bot',
  allocation: null,
  settings: null,
  config: null,
  preview: null,
  before: null,
  problems: [],
  blockers: [],
};

function draw(form: CreateForm, problems: CreateModel['problems'] = []): string {
  const fields = createElement(ManualFields, {
    form,
    dispatch: () => undefined,
    model: { ...model, problems },
    instrumentIds: [],
    instrumentsInUse: [],
    available: null,
    foreign: noForeign,
    lastPrice: null,
    hasAtr: true,
  });
  return renderToStaticMarkup(
    createElement(I18nProvider, { language: 'en', texts: catalogue, onChange: () => undefined, children: fields }),
  );
}

test('when the stop loss is off, only the check box of the stop loss is shown', () => {
  const words = draw({ ...initialCreateForm, autoReentry: false });
  expect(words).toContain('Use a stop loss');
  expect(words).not.toContain('loss of a round as a percentage of its allocation');
  expect(words).not.toContain('checked=""');
});

test('when the stop loss is on, its row has the bounds of the definition and shows the problem of the typed value', () => {
  const words = draw({ ...initialCreateForm, autoReentry: false, stopLoss: '20' });
  expect(words).toContain('checked=""');
  expect(words).toContain('loss of a round as a percentage of its allocation');
  expect(words).toMatch(/aria-label="Stop loss"/);
  const refused = draw({ ...initialCreateForm, stopLoss: '101' }, [
    { field: 'stopLoss', kind: 'out_of_range', min: '0.1', max: '100' },
  ]);
  expect(refused).toContain('Choose a value from 0.1 to 100.');
});
