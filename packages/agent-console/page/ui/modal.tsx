import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react";
import { focusContent, isFocusLost } from "./focus.ts";

export interface ModalProps {
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

/** A dialog above the page. Escape or a press beside it closes it, and the focus goes back to where it was. */
export function Modal({ label, className, onClose, testId, children }: ModalProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      // The browser does it only while the element is in the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      if (isFocusLost()) focusContent();
    };
  }, []);
  return (
    <dialog
      className={className === undefined ? "modal" : `modal ${className}`}
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      data-testid={testId}
    >
      {children}
    </dialog>
  );
}
