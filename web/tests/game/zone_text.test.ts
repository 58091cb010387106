// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';
import { zoneText } from '../../src/game/felt/zone_text';

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
});

const AMERICAN = { 'initial_meld.points': 21 };

test('the trump and the discards are explained by the rules of the game', () => {
  expect(zoneText('trump', AMERICAN)).toContain('only if you go out with it');
  expect(zoneText('trump', { trump_bonus: false })).toMatch(/closed hand, or with a “foot”.*melds\.$/);
  expect(zoneText('trump', { trump_bonus: true })).toMatch(/Holding its twin scores 50 extra\.$/);
  expect(zoneText('discard', AMERICAN)).toContain('only in turns after your first melds');
  expect(zoneText('discard', { trump_bonus: false })).toContain('At the start of your turn');
});
