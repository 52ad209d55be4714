// The router of the product. In the build, which has no browser, it is at the bots tab.
import type { ReactNode } from 'react';
import { BrowserRouter, createPath, Router, type Navigator } from 'react-router';
import { paths } from '../paths.ts';

const refuse = (): never => {
  throw new Error('the build does not navigate');
};

/** Gives the addresses of links. */
const still: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: refuse,
  replace: refuse,
  go: refuse,
};

export const PageRouter = ({ children }: { readonly children: ReactNode }) =>
  typeof document === 'undefined' ? (
    <Router location={paths.bots} navigator={still} static>
      {children}
    </Router>
  ) : (
    <BrowserRouter>{children}</BrowserRouter>
  );
