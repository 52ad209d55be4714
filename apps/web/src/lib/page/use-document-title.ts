// Sets the document title of a page, for example "Bots - Rondo".
import { useEffect } from 'react';

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === 'Rondo' ? title : `${title} - Rondo`;
  }, [title]);
};
