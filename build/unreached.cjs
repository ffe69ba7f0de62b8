// Stands in the bundle for modules that the code in it names and never uses: loading them would cost every start.
module.exports = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} was left out of the bundle, as nothing is known to use it: see build.mjs`);
    },
  },
);
