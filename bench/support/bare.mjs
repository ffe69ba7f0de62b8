// What Fastify itself takes: a route that parses the body with JSON.parse and sends one prepared reply.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const reply = readFileSync(process.argv[2]);
const server = fastify();
server.removeContentTypeParser('application/json');
server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
  done(null, JSON.parse(body));
});
server.post('/', (_request, response) => {
  response.header('content-type', 'application/json; charset=utf-8').send(reply);
});
console.log(await server.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit(0));
