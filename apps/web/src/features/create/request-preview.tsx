// Shows the body of the creation call while the form changes (specification 2). This file exists for development only.
import { requestOf } from './plan/use-submit.ts';

export type RequestPreviewProps = { readonly submission: Parameters<typeof requestOf>[0] };

export const RequestPreview = ({ submission }: RequestPreviewProps) => {
  const body = requestOf(submission);
  return (
    <details className="card card-pad request-preview">
      <summary>POST /api/bots</summary>
      {/* This text is for developers, so it is not translated. */}
      <pre tabIndex={0} lang="en">
        {body === null ? 'The form has no plan or no account.' : JSON.stringify(body, null, 2)}
      </pre>
    </details>
  );
};
