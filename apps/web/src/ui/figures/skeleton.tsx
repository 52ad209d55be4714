// A grey box of the final size while something loads; invisible for the first 150 ms.
export const Skeleton = ({ height, width = '100%' }: { readonly height: number; readonly width?: number | string }) => (
  <div className="skeleton" style={{ height, width }} aria-hidden="true" />
);
