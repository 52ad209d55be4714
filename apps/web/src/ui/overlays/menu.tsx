// A drop-down menu. A row has an icon, a verb and a consequence. The reversible rows are first, and the destructive rows are last. The code
// is loaded before the first opening.
import { cloneElement, Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { MenuChoiceProps, MenuProps } from './menu-props.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const load = () => import('./menu-box.tsx');
const MenuBox = lazyComponent(async () => (await load()).MenuBox);
const ChoiceBox = lazyComponent(async () => (await load()).MenuChoice);
export const MenuItem = lazyComponent(async () => (await load()).MenuItem);
export const MenuSwitch = lazyComponent(async () => (await load()).MenuSwitch);
export const MenuLine = lazyComponent(async () => (await load()).MenuLine);

export const Menu = ({ trigger, children, wide = false }: MenuProps) => {
  const [wantedBy, setWantedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const fetchSoon = (): void => {
    // An error is ignored here, because it is reported when the menu is opened.
    load().catch(() => undefined);
  };
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchSoon,
    onFocus: fetchSoon,
    // A click event with detail 0 comes from the keyboard.
    onClick: (event: MouseEvent) => setWantedBy(event.detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setWantedBy('keyboard');
    },
  });
  if (wantedBy === null) return plain;
  return (
    <Suspense fallback={plain}>
      <MenuBox trigger={trigger} wide={wide} focusesFirst={wantedBy === 'keyboard'}>
        {children}
      </MenuBox>
    </Suspense>
  );
};

export const MenuChoice = <Value extends string>({ onChange, options, ...rest }: MenuChoiceProps<Value>) => (
  <ChoiceBox
    {...rest}
    options={options}
    onChange={(next) => {
      const chosen = options.find((option) => option.value === next);
      if (chosen !== undefined) onChange(chosen.value);
    }}
  />
);
