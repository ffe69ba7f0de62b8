// The limit: node:http that reads a request to its end and sends one prepared reply.
import { readFileSync } from 'node:fs';
import http from 'node:http';

const reply = readFileSync(process.argv[2]);
const server = http.createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': reply.length });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
