// The demo as the first page of a visit. It needs the API client, but neither the session nor the router.
import { ApiProvider } from '../../api/calls/api-provider.tsx';
import { DemoPage } from '../../features/demo/demo-page.tsx';
import { useEarlyClick } from '../../lib/page/use-early-click.ts';

export const DemoVisit = () => {
  useEarlyClick();
  return (
    <ApiProvider>
      <DemoPage />
    </ApiProvider>
  );
};
