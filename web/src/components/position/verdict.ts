/** The parts of a verdict of the referee. */

import type { JudgeAnswer } from '../../net/types/http';
import type { RefusalReason } from '../../net/types';

/** Return the reasons why a play is illegal, or its only one. */
export function reasonsOf({ reasons, code, message }: JudgeAnswer): readonly RefusalReason[] {
  if (reasons?.length) return reasons;
  return code ? [{ code, message: message ?? '' }] : [];
}
