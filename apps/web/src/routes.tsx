// The map of the product.
import { createBrowserRouter, Navigate } from 'react-router';
import { ErrorPage } from './app/error-page.tsx';
import { GrantedOnly, GuestsOnly, MembersOnly } from './app/guards.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { Root } from './app/root.tsx';
import { Shell } from './app/shell.tsx';
import { StartPage } from './app/start-page.tsx';
import { RegisterPage } from './app/register-page.tsx';
import { paths } from './paths.ts';

/** Makes the router; dashboard pages are chunks of their own. */
export const createRoutes = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      children: [
        {
          element: <GuestsOnly />,
          children: [
            { path: paths.home, element: <StartPage /> },
            { path: paths.login, element: <StartPage /> },
            { path: paths.register, element: <RegisterPage /> },
          ],
        },
        {
          element: <MembersOnly />,
          children: [
            {
              path: paths.linkCallback,
              lazy: async () => ({ Component: (await import('./features/link/callback-page.tsx')).CallbackPage }),
            },
            {
              element: <Shell />,
              children: [
                { path: paths.dashboard, element: <Navigate to={paths.bots} replace /> },
                { path: paths.bots, lazy: async () => ({ Component: (await import('./app/bots-tab.tsx')).BotsTab }) },
                {
                  path: paths.wallet,
                  lazy: async () => ({ Component: (await import('./features/wallet/wallet-page.tsx')).WalletPage }),
                },
                {
                  element: <GrantedOnly />,
                  children: [
                    {
                      path: paths.history,
                      lazy: async () => ({
                        Component: (await import('./features/history/history-page.tsx')).HistoryPage,
                      }),
                    },
                    { path: `${paths.history}/*`, element: <Navigate to={paths.history} replace /> },
                    {
                      path: paths.exchange,
                      lazy: async () => ({
                        Component: (await import('./app/exchange-tab.tsx')).ExchangeTab,
                      }),
                    },
                    { path: `${paths.exchange}/*`, element: <Navigate to={paths.exchange} replace /> },
                  ],
                },
              ],
            },
          ],
        },
        {
          path: paths.linkSuccess,
          lazy: async () => ({ Component: (await import('./features/link/success-page.tsx')).SuccessPage }),
        },
        {
          path: paths.linkError,
          lazy: async () => ({ Component: (await import('./features/link/error-page.tsx')).LinkErrorPage }),
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
