// The document's title of a page, such as "Bots - Rondo".
import { useEffect } from 'react';

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === 'Rondo' ? title : `${title} - Rondo`;
  }, [title]);
};
