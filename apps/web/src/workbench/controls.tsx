// Every control of `ui` in every state: fields, sliders, menus, dialogs and messages.
import { formatDecimal } from '@rondo/decimal';
import { useI18n } from '../i18n/i18n-context.tsx';
import { readAmount } from '../lib/numbers/amount.ts';
import { useFormat } from '../lib/numbers/use-format.ts';
import { useToast } from '../lib/toasts.ts';
import { Button } from '../ui/basics/button.tsx';
import { AmountField } from '../ui/fields/amount-field.tsx';
import { Combobox } from '../ui/fields/combobox.tsx';
import { Checkbox, SelectField, TextField } from '../ui/fields/field.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { TermTip } from '../ui/overlays/term-tip.tsx';
import { SliderRow, type SliderRowProps } from '../ui/fields/slider-row.tsx';
import { AlertBox, Dialog } from '../ui/overlays/dialog.tsx';
import { Menu, MenuItem, MenuLine, MenuSwitch } from '../ui/overlays/menu.tsx';
import { PlainToasts } from '../ui/overlays/plain-toasts.tsx';
import type { ToastTone } from '../ui/overlays/toast-region.tsx';
import { PictureFrame } from '../ui/term-pictures/picture-frame.tsx';
import { picturedTerms, type PicturedTerm } from '../ui/term-pictures/pictured-terms.ts';
import { Stateful, Opener, type Specimen } from './specimen.tsx';

const Slider = (props: Partial<SliderRowProps>) => (
  <Stateful initial="10">
    {(value, onChange) => (
      <SliderRow
        label="Leverage"
        value={value}
        min="1"
        max="20"
        step="1"
        unit="x"
        hint="1 to 20"
        decreaseLabel="Decrease leverage"
        increaseLabel="Increase leverage"
        onChange={onChange}
        {...props}
      />
    )}
  </Stateful>
);

/** The content of an explanation, as it is in its popover. */
const ExplanationBox = ({ term }: { readonly term: PicturedTerm }) => {
  const { t } = useI18n();
  return (
    <div className="tip">
      {t(`term.${term}`)}
      <PictureFrame term={term} />
    </div>
  );
};

const Amount = ({ initial }: { readonly initial: string }) => {
  const { language } = useI18n();
  const format = useFormat();
  return (
    <Stateful initial={initial}>
      {(text, onChange) => {
        const reading = readAmount(text, language);
        return (
          <AmountField
            label="Allocation"
            unit="USDT"
            text={text}
            readAs={reading.kind === 'amount' ? `= ${format.typedAmount(formatDecimal(reading.value))} USDT` : null}
            error={reading.kind === 'amount' ? undefined : reading.kind}
            hint="of 5,303.18 available"
            onChange={onChange}
          />
        );
      }}
    </Stateful>
  );
};

const pairs = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP', 'SOL-USDT-SWAP'];

const Search = ({ known }: { readonly known: readonly string[] }) => (
  <Stateful initial={{ query: '', chosen: 'ETH-USDT-SWAP' }}>
    {({ query, chosen }, onChange) => (
      <Combobox
        label="Pair"
        listLabel="Pairs"
        chosenLabel={chosen}
        query={query}
        onQueryChange={(next) => onChange({ query: next, chosen })}
        options={known
          .filter((pair) => pair.includes(query.toUpperCase()))
          .map((pair) => ({ value: pair, label: pair }))}
        onChoose={(next) => onChange({ query: '', chosen: next })}
        emptyText="No such pair"
      />
    )}
  </Stateful>
);

const ToastButton = ({ tone }: { readonly tone: ToastTone }) => {
  const toast = useToast();
  return <Button onClick={() => toast({ tone, message: `A message of tone ${tone}` })}>Show</Button>;
};

export const controls: readonly Specimen[] = [
  {
    name: 'TextField',
    states: {
      plain: <TextField label="Name" hint="at most 15 characters" />,
      error: <TextField label="Name" defaultValue="" error="Enter a name." />,
      large: <TextField large label="Email" />,
      suffix: <TextField label="Price" suffix="USDT" defaultValue="3,412.55" />,
      disabled: <TextField label="Name" disabled defaultValue="ETH long" />,
    },
  },
  {
    name: 'AmountField',
    states: {
      read: <Amount initial="10,000.50" />,
      ambiguous: <Amount initial="1.234" />,
      unreadable: <Amount initial="lots" />,
    },
  },
  {
    name: 'SelectField',
    states: {
      plain: (
        <SelectField label="Region" defaultValue="KR">
          <option value="KR">Korea</option>
          <option value="JP">Japan</option>
        </SelectField>
      ),
    },
  },
  {
    name: 'Checkbox',
    states: {
      unticked: (
        <Stateful<boolean> initial={false}>
          {(checked, onChange) => <Checkbox label="I understand" checked={checked} onChange={onChange} />}
        </Stateful>
      ),
      ticked: (
        <Stateful<boolean> initial>
          {(checked, onChange) => (
            <Checkbox label="Remember me" hint="Untick on a shared device." checked={checked} onChange={onChange} />
          )}
        </Stateful>
      ),
    },
  },
  { name: 'Combobox', states: { results: <Search known={pairs} />, 'no results': <Search known={[]} /> } },
  { name: 'TermTip', states: { plain: <TermTip term="leverage" label="Leverage" /> } },
  {
    name: 'PictureFrame',
    states: Object.fromEntries(picturedTerms.map((term) => [term, <ExplanationBox key={term} term={term} />])),
  },
  {
    name: 'Segmented',
    states: {
      plain: (
        <Stateful initial="long">
          {(value, onChange) => (
            <Segmented
              label="Direction"
              value={value}
              onChange={onChange}
              options={[
                { value: 'long', label: 'Long' },
                { value: 'short', label: 'Short' },
                { value: 'both', label: 'Both', disabled: true },
              ]}
            />
          )}
        </Stateful>
      ),
    },
  },
  {
    name: 'SliderRow',
    states: {
      plain: <Slider />,
      problem: <Slider problem="Choose a value from 1 to 20." />,
      blocked: <Slider blockedFrom="15" />,
      disabled: <Slider disabled />,
    },
  },
  {
    name: 'Menu',
    states: {
      plain: (
        <Menu trigger={<Button iconAfter="down">Stop</Button>}>
          <MenuSwitch label="After this round" checked={false} onChange={() => undefined} />
          <MenuLine />
          <MenuItem icon="stop" tone="danger" label="Close" consequence="Sells all" onSelect={() => undefined} />
        </Menu>
      ),
    },
  },
  {
    name: 'Dialog',
    states: {
      plain: (
        <Opener>
          {(open, setOpen) => (
            <Dialog
              open={open}
              onOpenChange={setOpen}
              title="Rename the bot"
              sentence="The name is shown to you alone."
              buttons={<Button onClick={() => setOpen(false)}>Back</Button>}
            >
              <TextField label="Name" />
            </Dialog>
          )}
        </Opener>
      ),
      alert: (
        <Opener>
          {(open, setOpen) => (
            <AlertBox
              open={open}
              onOpenChange={setOpen}
              title="Close the position?"
              sentence="It is sold at the market price."
              buttons={
                <>
                  <Button onClick={() => setOpen(false)}>Keep running</Button>
                  <Button variant="danger" onClick={() => setOpen(false)}>
                    Close
                  </Button>
                </>
              }
            />
          )}
        </Opener>
      ),
    },
  },
  {
    name: 'Toast',
    states: {
      ...Object.fromEntries(
        (['success', 'info', 'warning', 'error'] as const).map((tone) => [
          tone,
          <ToastButton key={tone} tone={tone} />,
        ]),
      ),
      'without its region': (
        <Opener>
          {(open, setOpen) =>
            open ? (
              <PlainToasts
                toasts={[{ id: '1', tone: 'error', message: 'No connection', durationMs: 3_000 }]}
                onClose={() => setOpen(false)}
              />
            ) : null
          }
        </Opener>
      ),
    },
  },
];
