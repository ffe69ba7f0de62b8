// What `ws` itself takes: a server that knows nothing, and sends prepared messages to everybody when it is told to.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** the messages of each move */
const MOVES = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((texts) => texts.map((text) => Buffer.from(text)));
const REPLY = '{"jsonrpc":"2.0","result":1,"id":1}';

const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
const told = new Set();
let next = 0;
sockets.on('connection', (socket) => {
  socket.on('close', () => told.delete(socket));
  socket.on('message', (data) => {
    if (data.includes('Subscribe')) told.add(socket);
    else
      for (const message of MOVES[next++ % MOVES.length]) for (const one of told) one.send(message, { binary: false });
    socket.send(REPLY);
  });
});
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}`));
process.on('SIGTERM', () => process.exit(0));
