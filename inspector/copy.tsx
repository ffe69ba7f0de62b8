import { useEffect, useState } from 'preact/hooks';
import { failure } from './client.ts';
import { Box } from './dialogs.tsx';

const NOTICE_MS = 2000;

/** A button that copies a text. If the browser does not allow it, a box shows the text, to be copied by hand. */
export function Copy({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [isCopied, setCopied] = useState(false);
  const [byHand, setByHand] = useState<string | undefined>();
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), NOTICE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    setCopied(false);
    try {
      const value = await text();
      if (await writeToClipboard(value)) setCopied(true);
      else setByHand(value);
    } catch (error) {
      failure.value = `${label}: ${(error as Error).message}`;
    }
  };
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" class="notice">
        {isCopied && 'copied'}
      </span>
      {byHand !== undefined && (
        <Box label="not copied" onClose={() => setByHand(undefined)}>
          <p>
            This page cannot write to the clipboard. Copy the text by hand.{' '}
            <button type="button" onClick={() => setByHand(undefined)}>
              close
            </button>
          </p>
          <pre>{byHand}</pre>
        </Box>
      )}
    </span>
  );
}

/** @returns false: the browser allows it only for pages of HTTPS and of this machine */
async function writeToClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
