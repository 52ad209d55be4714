// The entry point of the web app. It loads the styles and starts the product.
import './styles/all.ts';
import { createRoot } from 'react-dom/client';
import { paths } from './paths.ts';
import { start } from './start.tsx';

const startWorkbench = async (root: HTMLElement): Promise<void> => {
  const { WorkbenchPage } = await import('./workbench/workbench-page.tsx');
  createRoot(root).render(<WorkbenchPage />);
};

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
// The production build does not contain the workbench, because `DEV` is the constant false in this build.
if (import.meta.env.DEV && location.pathname === paths.workbench) void startWorkbench(root);
else void start(root);
