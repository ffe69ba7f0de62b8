// The health check of the image: whether GET /health says ok, at the address of STILLNODE_HOST and STILLNODE_PORT.
const { STILLNODE_HOST: host = '127.0.0.1', STILLNODE_PORT: port = '8899' } = process.env;

const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/health`;
const reply = await fetch(url).catch(() => undefined);
process.exit(reply?.ok ? 0 : 1);
