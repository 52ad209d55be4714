// A search field with a list of results. Its code, with downshift, is loaded when the field first gets the pointer or the focus.
import { startTransition, Suspense, useId, useState } from 'react';
import { Icon } from '../basics/icon.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import type { ComboboxProps } from './combobox-props.ts';

const load = () => import('./combobox-box.tsx');
const ComboboxBox = lazyComponent(async () => (await load()).ComboboxBox);

export const Combobox = (props: ComboboxProps) => {
  const [phase, setPhase] = useState<'closed' | 'loading' | 'loaded'>('closed');
  const fieldId = useId();
  const fetchSoon = (): void => {
    // An error is ignored here, because it is reported when the field gets the focus.
    load().catch(() => undefined);
  };
  const open = (): void => {
    setPhase('loading');
    // The plain field keeps the focus and the typed text until the list can be drawn.
    startTransition(() => setPhase('loaded'));
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={fieldId}>
        {props.label}
      </label>
      <div className="input-wrap">
        <Suspense>
          {phase === 'loaded' ? (
            <ComboboxBox {...props} fieldId={fieldId} />
          ) : (
            <input
              id={fieldId}
              className="input"
              role="combobox"
              autoComplete="off"
              aria-expanded={false}
              aria-controls={`${fieldId}-list`}
              aria-autocomplete="list"
              value={phase === 'closed' ? props.chosenLabel : props.query}
              placeholder={props.chosenLabel}
              onPointerEnter={fetchSoon}
              onFocus={open}
              onChange={(event) => props.onQueryChange(event.target.value)}
            />
          )}
        </Suspense>
        <Icon name="down" className="combobox-mark" />
      </div>
    </div>
  );
};
