// Renders its children after the more urgent changes of the page. A key or a pointer interrupts this render, so the children can be older than the rest of the page until the input pauses.
import { useDeferredValue, type ReactNode } from 'react';

export const Later = ({ children }: { readonly children: ReactNode }) => useDeferredValue(children);
