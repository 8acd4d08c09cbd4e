'use client';
import { useEffect } from 'react';

export default function Page() {
  useEffect(() => {
    import('./main').catch((error: Error) => {
      document.body.dataset.error = error.message;
    });
  }, []);
  return <p>Leib</p>;
}
