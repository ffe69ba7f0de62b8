import { floatText, type JsonText } from '../codec/json.ts';
import type { TokenBalance, UiTokenAmount } from '../model/meta.ts';

export function encodeTokenBalances(balances: readonly TokenBalance[]): JsonText {
  return `[${balances.map(encodeTokenBalance).join(',')}]`;
}

function encodeTokenBalance({ accountIndex, mint, owner, programId, uiTokenAmount }: TokenBalance): JsonText {
  const ownerMember = owner === undefined ? '' : `"owner":"${owner}",`;
  const programMember = programId === undefined ? '' : `"programId":"${programId}",`;
  return `{"accountIndex":${accountIndex},"mint":"${mint}",${ownerMember}${programMember}"uiTokenAmount":${encodeUiTokenAmount(uiTokenAmount)}}`;
}

function encodeUiTokenAmount({ amount, decimals, uiAmount, uiAmountString }: UiTokenAmount): JsonText {
  const number = uiAmount === null ? 'null' : floatText(uiAmount.value);
  return `{"amount":${JSON.stringify(amount)},"decimals":${decimals},"uiAmount":${number},"uiAmountString":${JSON.stringify(uiAmountString)}}`;
}
