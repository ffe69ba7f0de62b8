import { createControls } from '../../src/control/index.ts';
import type { ControlTable } from '../../src/rpc/tables.ts';
import { loadLiteSvm } from '../../src/runtime/litesvm/litesvmExecutor.ts';

/** The table of control methods of a node on which `stillnode_show` finds nothing. */
export const CONTROLS: ControlTable = createControls({ show: async () => ({ missing: '' }), loadLiteSvm });
