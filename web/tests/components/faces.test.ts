import { expect, test } from 'vitest';
import type { NewName } from '../../src/net/types/http';
import { COLOURS, PEOPLE, avatarOf, type Colour } from '../../src/components/people/avatar';
import { freeFace, sameName, shownFace } from '../../src/components/people/look';

test('the faces and colours on offer are those the server accepts', () => {
  const faces: Record<NonNullable<NewName['face']>, number> & Record<(typeof PEOPLE)[number], number> = {
    bear: 1,
    cat: 1,
    frog: 1,
    hedgehog: 1,
    koala: 1,
    lion: 1,
    octopus: 1,
    owl: 1,
    panda: 1,
    penguin: 1,
    rabbit: 1,
  };
  const colours: Record<NonNullable<NewName['colour']>, number> & Record<Colour, number> = {
    amber: 1,
    blue: 1,
    leaf: 1,
    lilac: 1,
    mint: 1,
    rose: 1,
    sand: 1,
    sky: 1,
    sun: 1,
  };
  expect([...PEOPLE].sort()).toEqual(Object.keys(faces));
  expect([...COLOURS].sort()).toEqual(Object.keys(colours));
});

test('a seat has the chosen face and colour', () => {
  expect(avatarOf({ name: 'Ann', face: 'owl', colour: 'rose' })).toEqual({ face: 'owl', disc: 2 });
});

test('the fox is the teacher alone', () => {
  expect(PEOPLE).not.toContain('fox');
  expect(avatarOf({ name: '', kind: 'teacher' })).toEqual({ face: 'fox', disc: 0 });
  for (const name of ['Ann', 'Fox', 'Ben', 'Noa', 'Mira', '']) {
    expect(avatarOf({ name, face: 'fox', colour: 'sky' }).face, name).not.toBe('fox');
    expect(freeFace(shownFace({ name, face: 'fox', colour: 'sky' }), []).face, name).not.toBe('fox');
  }
});

test('an unknown face is derived from the name, always the same one', () => {
  for (const who of [{ name: 'Ann' }, { name: 'Ann', face: 'dragon', colour: 'plaid' }, { name: '' }]) {
    const drawn = avatarOf(who);
    expect(PEOPLE).toContain(drawn.face);
    expect(drawn).toEqual(avatarOf(who));
    expect(COLOURS[drawn.disc]).toBeDefined();
  }
  expect(avatarOf({ name: '', kind: 'computer' }).face).toBe('robot');
});

test('a newcomer is offered a face that no one else at the table has', () => {
  const ann = shownFace({ name: 'Ann', face: 'owl', colour: 'rose' });
  expect(freeFace(ann, [])).toEqual(ann);
  expect(freeFace(ann, ['owl', 'cat'])).toEqual({ face: 'bear', colour: 'rose' });
  expect(freeFace(ann, PEOPLE)).toEqual(ann);
  expect(PEOPLE).toContain(shownFace({ name: 'Ben', face: '', colour: '' }).face);
});

test('names that differ only in case, accents or spaces are the same', () => {
  expect(sameName('Zoë', ' zoe ')).toBe(true);
  expect(sameName('Ann', 'Anna')).toBe(false);
});
