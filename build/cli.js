#!/usr/bin/env node
// Runs the bundled command.
import module from 'node:module';

// import() of CommonJS first looks for its exports, and nothing here uses one
module.createRequire(import.meta.url)('./command.cjs');
