const { startNode } = require('stillnode');

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

let node;

beforeAll(async () => {
  node = await startNode({ ledger: ['fixtures'], dialect: 'agave' });
});

afterAll(() => node.close());

it('finds the lamports of alice', async () => {
  expect(await node.request('getBalance', [ALICE])).toMatchObject({ value: 42 });
});
