// A grey box that is shown while content loads. It has the size of the content and is invisible in the first 150 ms.
// It is a picture, because the height of a picture is an attribute: the policy of the server refuses a style attribute in the HTML of a written page.
export const Skeleton = ({ height }: { readonly height: number }) => (
  <svg className="skeleton" width="100%" height={height} aria-hidden="true" />
);
