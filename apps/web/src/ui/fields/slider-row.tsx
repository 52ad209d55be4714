// A slider with its label, minus and plus buttons, and a field for a typed number.
import { memo, useId, useState } from 'react';
import { Slider } from 'radix-ui';
import { formatDecimal } from '@rondo/decimal';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { readAmount } from '../../lib/numbers/amount.ts';
import { Icon } from '../basics/icon.tsx';
import type { Term } from '../../i18n/term.ts';
import { FieldName } from './field-name.tsx';

export type SliderRowProps = {
  readonly label: string;
  /** The term of the label. A button beside the label explains it. */
  readonly term?: Term | undefined;
  /** The value as decimal text. `value`, `min`, `max` and `blockedFrom` are multiples of `step`. */
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly onChange: (value: string) => void;
  readonly unit?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly valueText?: string;
  readonly decreaseLabel: string;
  readonly increaseLabel: string;
  /** The part of the track above this value is hatched. */
  readonly blockedFrom?: string | undefined;
  readonly disabled?: boolean;
  /** When true, a typed number outside of the bounds is kept, so that `problem` can explain the problem. Otherwise the nearest bound replaces the number. */
  readonly keepsOutside?: boolean;
};

const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

type Grid = { readonly min: string; readonly max: string; readonly step: string };

/** Returns the nearest multiple of the step within the bounds, as decimal text. */
const toGrid = (value: number, grid: Grid): string => {
  const inside = Math.min(Number(grid.max), Math.max(Number(grid.min), value));
  const snapped = Number(grid.min) + Math.round((inside - Number(grid.min)) / Number(grid.step)) * Number(grid.step);
  return Math.min(Number(grid.max), snapped).toFixed(decimalsOf(grid.step));
};

type StepButtonProps = {
  readonly icon: 'minus' | 'plus';
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
};

/** The buttons are only for the pointer and are no tab stops, because the arrow keys of the slider have the same effect. A row then has two tab stops instead of four, and one for the explanation of its term. */
const StepButton = ({ icon, label, isOff, onClick }: StepButtonProps) => (
  <button type="button" className="step-button" tabIndex={-1} aria-label={label} disabled={isOff} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

const SliderBar = ({ row, onMove }: { readonly row: SliderRowProps; readonly onMove: (next: number) => void }) => {
  const { label, value, min, max, step, unit, valueText, blockedFrom, disabled = false } = row;
  const share = blockedFrom === undefined ? 0 : (Number(max) - Number(blockedFrom)) / (Number(max) - Number(min));
  return (
    <Slider.Root
      className="slider"
      min={Number(min)}
      max={Number(max)}
      step={Number(step)}
      value={[Number(value)]}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onMove(next)}
    >
      <Slider.Track className="slider-track">
        <Slider.Range className="slider-range" />
        {share > 0 ? <span className="slider-blocked" style={{ width: `${share * 100}%` }} /> : null}
      </Slider.Track>
      <Slider.Thumb
        className="slider-thumb"
        aria-label={label}
        aria-valuetext={valueText ?? (unit === undefined ? value : `${value} ${unit}`)}
      />
    </Slider.Root>
  );
};

/** A form has many sliders and changes often, so a row is rendered again only when its own props change. */
export const SliderRow = memo((props: SliderRowProps) => {
  const { label, value, min, max, step, onChange, hint, problem, disabled = false } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const { language } = useI18n();
  const set = (next: number): void => onChange(toGrid(next, props));
  const commit = (text: string): void => {
    const reading = readAmount(text, language);
    if (reading.kind === 'amount') {
      const typed = formatDecimal(reading.value);
      const isOutside = Number(typed) < Number(min) || Number(typed) > Number(max);
      onChange(props.keepsOutside === true && isOutside ? typed : toGrid(Number(typed), props));
    }
    setDraft(null);
  };
  return (
    <div className="slider-row">
      <div className="slider-head">
        <FieldName label={label} term={props.term} htmlFor={id} />
        {problem === undefined ? <span className="field-hint">{hint}</span> : null}
      </div>
      <div className="slider-line">
        <StepButton
          icon="minus"
          label={props.decreaseLabel}
          isOff={disabled || Number(value) <= Number(min)}
          onClick={() => set(Number(value) - Number(step))}
        />
        <SliderBar row={props} onMove={set} />
        <StepButton
          icon="plus"
          label={props.increaseLabel}
          isOff={disabled || Number(value) >= Number(max)}
          onClick={() => set(Number(value) + Number(step))}
        />
        <input
          id={id}
          className="input"
          inputMode="decimal"
          disabled={disabled}
          value={draft ?? value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={(event) => draft !== null && commit(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
        />
      </div>
      {problem === undefined ? null : (
        <span id={`${id}-problem`} className="field-error">
          <Icon name="warning" />
          {problem}
        </span>
      )}
    </div>
  );
});
