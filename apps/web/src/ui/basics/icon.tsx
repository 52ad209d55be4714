// The icons. They have a grid of 16 px, a stroke of 1.5 px with round ends, and the colour of the text.
const shapes = {
  stair: 'M1.5 4h4v4h4v4h5',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 1.5',
  exchange: 'M11 2.5 13.5 5 11 7.5M13.5 5h-11M5 8.5 2.5 11 5 13.5M2.5 11h11',
  wallet:
    'M2 4.5h10.5a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12zM2 4.5A1.5 1.5 0 0 1 3.5 3H12M11 9h.01',
  pulse: 'M1 8h3l2-5 3.5 10L12 8h3',
  external: 'M9.5 2.5h4v4M13.5 2.5 8 8M11 9.5v3a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1h3',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  'eye-off':
    'M2 2l12 12M6.5 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-1.8 2.3M10.8 11.9a6 6 0 0 1-2.8.6C4 12.5 1.5 8 1.5 8a11 11 0 0 1 2.7-3.2M6.6 6.6a2 2 0 0 0 2.8 2.8',
  globe:
    'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM1.5 8h13M8 1.5c2 2 2.5 4 2.5 6.5S10 12.5 8 14.5C6 12.5 5.5 10.5 5.5 8S6 3.5 8 1.5z',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  down: 'M4 6l4 4 4-4',
  stop: 'M4 4h8v8H4z',
  flag: 'M3.5 14V2.5h9L10.5 5.75l2 3.25h-9',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.9h.01',
  refresh: 'M13.5 6A6 6 0 0 0 3 5L1.5 6.5M2.5 10A6 6 0 0 0 13 11l1.5-1.5M1.5 3v3.5H5M14.5 13V9.5H11',
  arrow: 'M8 13V3M4 7l4-4 4 4',
  right: 'M3 8h10M9 4l4 4-4 4',
  left: 'M13 8H3M7 4 3 8l4 4',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11',
  table: 'M2 3h12v10H2zM2 6.5h12M6 6.5V13M2 9.75h12',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 7.5v4M8 4.8h.01',
  spinner: 'M8 1.5a6.5 6.5 0 1 1-6.5 6.5',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.8 10.8 14 14',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3v10M10.5 3v10',
  menu: 'M2 4h12M2 8h12M2 12h12',
  dot: 'M8 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  chart: 'M2 2v12h12M5 10l3-4 2 2 3.5-4.5',
} as const;

export type IconName = keyof typeof shapes;

export const Icon = ({ name, className }: { readonly name: IconName; readonly className?: string }) => (
  <svg className={className === undefined ? 'icon' : `icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
);
