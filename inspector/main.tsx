import { render } from 'preact';
import { App } from './app.tsx';
import { startHistory } from './history.ts';
import { startWatching } from './live.ts';
import { isReadOnly } from './trace.ts';

if (isReadOnly) document.documentElement.classList.add('isReadOnly');
startHistory();
if (!isReadOnly) startWatching();
render(<App />, document.getElementById('app')!);
