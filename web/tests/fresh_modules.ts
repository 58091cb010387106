/** Test files share a process; this gives each its own module state. */

import { vi } from 'vitest';

vi.resetModules();
