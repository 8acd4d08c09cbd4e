import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A dialog that is open for as long as its component is there; closed in any way, it gives the focus back to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A dialog that is only taken off the page does not give the focus back.
    return () => element?.close();
  }, []);
  return dialog;
}
