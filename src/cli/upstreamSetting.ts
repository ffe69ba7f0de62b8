import { isHttpUrl, RECORD_MODES, type RecordMode, type UpstreamOptions } from '../record/upstreamOptions.ts';
import { CliError } from './cliError.ts';
import { type FlagValues, readText, type Setting } from './settings.ts';

/** What `--upstream`, `--record` and `--record-mode` are set to; undefined: nobody is asked, and nothing is kept. */
export function readUpstream(given: (name: string) => Setting, values: FlagValues): UpstreamOptions | undefined {
  const read = (name: string) => readText(given(name), values[name]);
  const url = read('upstream');
  const record = read('record');
  const mode = readMode(given('record-mode'), read('record-mode'));
  // the URL may contain a key
  if (url !== undefined && !isHttpUrl(url))
    throw new CliError(`${given('upstream').source} must be a URL that begins with http:// or https://`, true);
  if (mode === 'none' && record === undefined)
    throw new CliError(
      `${given('record-mode').source} none needs --record FOLDER: nothing else answers what the ledger lacks`,
      true,
    );
  if (mode !== 'none' && url === undefined && (record ?? mode) !== undefined)
    throw new CliError(
      `${given(record === undefined ? 'record-mode' : 'record').source} needs --upstream URL: the node that is asked`,
      true,
    );
  if (url === undefined && record === undefined) return undefined;
  return {
    ...(url !== undefined && { url }),
    ...(record !== undefined && { record }),
    ...(mode !== undefined && { mode }),
  };
}

function readMode({ source }: Setting, text: string | undefined): RecordMode | undefined {
  const mode = RECORD_MODES.find((known) => known === text);
  if (text !== undefined && mode === undefined)
    throw new CliError(`${source} must be once, missing, all or none, not ${JSON.stringify(text)}`, true);
  return mode;
}
