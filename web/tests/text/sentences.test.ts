import { expect, test } from 'vitest';
import { sentences } from '../../src/text/sentences';

test('every text ends with one full stop', () => {
  expect(sentences(['Round 1, turn 9', 'Ana makes the black run 5–7.', 'Guest gave up'])).toBe(
    'Round 1, turn 9. Ana makes the black run 5–7. Guest gave up.',
  );
  expect(sentences(['You win!', 'Ana wins'])).toBe('You win! Ana wins.');
});
