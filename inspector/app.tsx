import { useEffect, useState } from 'preact/hooks';
import { AccountScreen } from './accountScreen.tsx';
import { Bar } from './bar.tsx';
import { CallScreen, CallsScreen } from './callsScreen.tsx';
import { controlKey, refusal } from './client.ts';
import { memberOf } from './json.ts';
import { moves, resets } from './live.ts';
import { names, transactionNames, useAnswer } from './parts.tsx';
import { route } from './route.ts';
import { RulesScreen } from './rulesScreen.tsx';
import { SessionScreen } from './sessionScreen.tsx';
import { SlotScreen } from './slotScreen.tsx';
import { Timeline } from './timeline.tsx';
import { TransactionScreen } from './transactionScreen.tsx';

export function App() {
  const { value } = useAnswer('stillnode_names', [], moves, resets);
  useEffect(() => {
    const accounts = Object.entries((memberOf(value, 'accounts') ?? {}) as Record<string, string>);
    // a plain name says more than one that is derived
    accounts.sort(([a], [b]) => Number(b.includes('(')) - Number(a.includes('(')));
    names.value = new Map(accounts.map(([name, address]) => [address, name]));
    const transactions = Object.entries((memberOf(value, 'transactions') ?? {}) as Record<string, string[]>);
    transactionNames.value = new Map(transactions.flatMap(([name, copies]) => copies.map((copy) => [copy, name])));
  }, [value]);
  return (
    <>
      {refusal.value !== '' && <AskForKey />}
      <Bar />
      <Screen />
    </>
  );
}

function Screen() {
  const [screen = '', word = ''] = route.value;
  switch (screen) {
    case 'slot':
      return <SlotScreen slot={word} />;
    case 'tx':
      return <TransactionScreen signature={word} />;
    case 'account':
      return <AccountScreen word={word} />;
    case 'calls':
      return <CallsScreen />;
    case 'call':
      return <CallScreen id={word} />;
    case 'rules':
      return <RulesScreen />;
    case 'session':
      return <SessionScreen />;
    default:
      return <Timeline />;
  }
}

function AskForKey() {
  const [key, setKey] = useState('');
  const use = (event: Event) => {
    event.preventDefault();
    controlKey.value = key;
  };
  return (
    <form class="box" onSubmit={use}>
      <p>{refusal.value}</p>
      <label>
        control key{' '}
        <input type="password" autocomplete="off" value={key} onInput={(event) => setKey(event.currentTarget.value)} />
      </label>
      <button type="submit">use</button>
    </form>
  );
}
