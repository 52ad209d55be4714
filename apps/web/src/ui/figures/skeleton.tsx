// A grey box that is shown while content loads. It has the size of the content and is invisible in the first 150 ms.
export const Skeleton = ({ height, width = '100%' }: { readonly height: number; readonly width?: number | string }) => (
  <div className="skeleton" style={{ height, width }} aria-hidden="true" />
);
