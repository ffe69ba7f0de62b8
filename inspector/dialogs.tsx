import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A box above the page. Escape closes it. */
export function Box({ children, label, onClose }: { label: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current!.showModal(), []);
  return (
    <dialog class="above" aria-label={label} ref={box} onClose={onClose}>
      {children}
    </dialog>
  );
}

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton({
  children,
  onConfirm,
  question,
}: {
  question: string;
  onConfirm: () => void;
  children: string;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {children}
      </button>
      {isAsking && (
        <Box label={children} onClose={() => setAsking(false)}>
          <p>{question}</p>
          <p class="row">
            <button
              type="button"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              yes, {children}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              cancel
            </button>
          </p>
        </Box>
      )}
    </>
  );
}
