/** Gives each test file its own module state and history state, because all files run in one process. */

import { vi } from 'vitest';

vi.resetModules();
globalThis.history?.replaceState(null, '');
