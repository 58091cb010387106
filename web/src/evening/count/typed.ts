/** The keys that count a rack. */

const DIGIT = /^(?:Digit|Numpad)(\d)$/;

/**
 * Return the number that a key stands for, where 0 is a joker, or null. For a sum, it is the digit. For tiles, 0 is 10,
 * and Shift with 1, 2 or 3 is 11, 12 or 13; J or * is the joker.
 */
export function keyOf({ key, code, shiftKey }: KeyboardEvent, sum: boolean): number | null {
  const digit = DIGIT.exec(code)?.[1];
  if (sum) return digit !== undefined && !shiftKey ? Number(digit) : null;
  if (key === '*' || key.toLowerCase() === 'j') return 0;
  if (digit === undefined) return null;
  if (shiftKey) return 10 + Number(digit);
  return Number(digit) || 10;
}
