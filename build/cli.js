#!/usr/bin/env node
// Runs the bundled command.
import module from 'node:module';

// Node 22.8 and later keep compiled code for the next start
module.enableCompileCache?.();
// import() of CommonJS first looks for its exports, and nothing here uses one
module.createRequire(import.meta.url)('./command.cjs');
