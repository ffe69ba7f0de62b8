import fc from 'fast-check';

/**
 * Runs with PROPERTY_SEED set (see `.ci/run`): random cases are those of this seed, so that one state of the sources has one result.
 * Without it every run looks elsewhere.
 */

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED) });
