#!/usr/bin/env node
// Runs the bundled command. Where Node can keep compiled code (22.1 and later), the next start finds it.
import module from 'node:module';

module.enableCompileCache?.();
// import() of CommonJS first looks for its exports, and nothing here uses one
module.createRequire(import.meta.url)('./command.cjs');
