/** The files of a process share it, and nothing that a module keeps. */

import { vi } from 'vitest';

vi.resetModules();
