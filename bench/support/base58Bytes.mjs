import bs58 from 'bs58';

export const base58Bytes = (text) => bs58.decode(text);
