/** Gives each test file its own module state, because all files run in one process. */

import { vi } from 'vitest';

vi.resetModules();
