import { render } from 'preact';
import { App } from './app.tsx';
import { startHistory } from './history.ts';
import { startWatching } from './live.ts';

startHistory();
startWatching();
render(<App />, document.getElementById('app')!);
