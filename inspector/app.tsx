import { useEffect, useState } from 'preact/hooks';
import { AccountScreen } from './accountScreen.tsx';
import { AccountsScreen } from './accountsScreen.tsx';
import { useAnswer } from './answers.ts';
import { Bar } from './bar.tsx';
import { CallsScreen } from './callsScreen.tsx';
import { controlKey, refusal } from './client.ts';
import { usePageKeys } from './keys.ts';
import { moves, resets } from './live.ts';
import { names, transactionNames } from './names.ts';
import { route } from './route.ts';
import { RulesScreen } from './rulesScreen.tsx';
import { useTitle } from './screens.ts';
import { SessionScreen } from './sessionScreen.tsx';
import { SlotScreen } from './slotScreen.tsx';
import { SubscriptionsScreen } from './subscriptionsScreen.tsx';
import { Timeline } from './timeline.tsx';
import { trace } from './trace.ts';
import { TraceHead } from './traceHead.tsx';
import { TransactionScreen } from './transactionScreen.tsx';
import { TransactionsScreen } from './transactionsScreen.tsx';

export function App() {
  usePageKeys();
  useTitle();
  const { value } = useAnswer('stillnode_names', [], moves, resets);
  useEffect(() => {
    const accounts = Object.entries(value?.accounts ?? {});
    // derived names come first, so that plain names replace them
    accounts.sort(([a], [b]) => Number(b.includes('(')) - Number(a.includes('(')));
    names.value = new Map(accounts.map(([name, address]) => [address, name]));
    const transactions = Object.entries(value?.transactions ?? {});
    transactionNames.value = new Map(transactions.flatMap(([name, copies]) => copies.map((copy) => [copy, name])));
  }, [value]);
  return (
    <>
      {refusal.value !== '' && <KeyForm />}
      <Bar />
      {trace !== undefined && <TraceHead trace={trace} />}
      <Screen />
    </>
  );
}

function Screen() {
  const [screen = '', item = ''] = route.value;
  switch (screen) {
    case 'slot':
      return <SlotScreen slot={item} />;
    case 'tx':
      return <TransactionScreen signature={item} />;
    case 'account':
      return <AccountScreen account={item} />;
    case 'subscriptions':
      return <SubscriptionsScreen />;
    case 'transactions':
      return <TransactionsScreen />;
    case 'accounts':
      return <AccountsScreen />;
    case 'calls':
      return <CallsScreen />;
    case 'call':
      return <CallsScreen id={item} />;
    case 'rules':
      return <RulesScreen />;
    case 'session':
      return <SessionScreen />;
    default:
      return <Timeline />;
  }
}

/** A form for the control key, which the node asked for. */
function KeyForm() {
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
