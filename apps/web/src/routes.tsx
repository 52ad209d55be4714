// All routes of the product. Every page is a separate chunk, so a visitor loads only the code of the opened pages.
import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { GrantedOnly, GuestsOnly, MembersOnly } from './app/guards.tsx';
import { NotFoundPage } from './app/pages/not-found-page.tsx';
import { Root } from './app/root.tsx';
import type { Part } from './i18n/catalogue.ts';
import { TextsOf } from './i18n/i18n-context.tsx';
import { lazyComponent } from './lib/page/lazy-component.ts';
import { paths } from './paths.ts';

const StartPage = lazyComponent(async () => (await import('./app/pages/start-page.tsx')).StartPage);
const RegisterPage = lazyComponent(async () => (await import('./app/pages/register-page.tsx')).RegisterPage);
const Shell = lazyComponent(async () => (await import('./app/frame/shell.tsx')).Shell);
const BotsTab = lazyComponent(async () => (await import('./app/pages/bots-tab.tsx')).BotsTab);
const HistoryPage = lazyComponent(async () => (await import('./features/history/history-page.tsx')).HistoryPage);
const ExchangeTab = lazyComponent(async () => (await import('./app/pages/exchange-tab.tsx')).ExchangeTab);
const ChartPage = lazyComponent(async () => (await import('./features/chart-page/chart-page.tsx')).ChartPage);
const WalletPage = lazyComponent(async () => (await import('./features/wallet/wallet-page.tsx')).WalletPage);
const SecurityPage = lazyComponent(async () => (await import('./features/security/security-page.tsx')).SecurityPage);
const OperatorPage = lazyComponent(async () => (await import('./features/operator/operator-page.tsx')).OperatorPage);
const ResetPage = lazyComponent(async () => (await import('./features/auth/reset-page.tsx')).ResetPage);
const CallbackPage = lazyComponent(async () => (await import('./features/link/pop-up/callback-page.tsx')).CallbackPage);
const SuccessPage = lazyComponent(async () => (await import('./features/link/pop-up/success-page.tsx')).SuccessPage);
const LinkErrorPage = lazyComponent(async () => (await import('./features/link/pop-up/error-page.tsx')).LinkErrorPage);

/** Loads a part of the messages for the routes inside this element. */
const Texts = ({ part }: { readonly part: Part }) => (
  <TextsOf part={part}>
    <Outlet />
  </TextsOf>
);

/** The routes for members. */
const memberRoutes = (
  <Route element={<MembersOnly />}>
    <Route element={<Texts part="venues" />}>
      <Route path={paths.linkCallback} element={<CallbackPage />} />
    </Route>
    <Route element={<Shell />}>
      <Route path={paths.dashboard} element={<Navigate to={paths.bots} replace />} />
      <Route path={paths.bots} element={<BotsTab />} />
      <Route path={`${paths.bots}/*`} element={<Navigate to={paths.bots} replace />} />
      <Route element={<Texts part="chartPage" />}>
        <Route path={`${paths.chart}/:id`} element={<ChartPage />} />
      </Route>
      <Route element={<Texts part="wallet" />}>
        <Route path={paths.wallet} element={<WalletPage />} />
      </Route>
      <Route element={<Texts part="security" />}>
        <Route path={paths.security} element={<SecurityPage />} />
      </Route>
      <Route element={<GrantedOnly />}>
        <Route element={<Texts part="history" />}>
          <Route path={paths.history} element={<HistoryPage />} />
        </Route>
        <Route path={`${paths.history}/*`} element={<Navigate to={paths.history} replace />} />
        <Route element={<Texts part="venues" />}>
          <Route path={paths.exchange} element={<ExchangeTab />} />
        </Route>
        <Route path={`${paths.exchange}/*`} element={<Navigate to={paths.exchange} replace />} />
      </Route>
    </Route>
  </Route>
);

/** The route for operators, in the same frame as the member routes. */
const operatorRoute = (
  <Route element={<MembersOnly isForOperators />}>
    <Route element={<Shell />}>
      <Route element={<Texts part="operator" />}>
        <Route path={paths.operator} element={<OperatorPage />} />
      </Route>
    </Route>
  </Route>
);

/** Renders the page of the current address. The old page remains visible until the new page is loaded. */
export const Pages = () => (
  <Suspense fallback={null}>
    <Routes>
      <Route element={<Root />}>
        <Route element={<Texts part="guest" />}>
          <Route element={<GuestsOnly />}>
            <Route path={paths.home} element={<StartPage />} />
            <Route path={paths.login} element={<StartPage />} />
            <Route path={paths.register} element={<RegisterPage />} />
          </Route>
          <Route path={paths.resetPassword} element={<ResetPage />} />
          <Route element={<Texts part="member" />}>
            {memberRoutes}
            {operatorRoute}
            <Route element={<Texts part="venues" />}>
              <Route path={paths.linkSuccess} element={<SuccessPage />} />
              <Route path={paths.linkError} element={<LinkErrorPage />} />
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </Suspense>
);
