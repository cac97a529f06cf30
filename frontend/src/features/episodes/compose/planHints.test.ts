import { describe, expect, it } from 'vitest';
import { explain, keyAt, placeAt, suggestionsAt, type Schema } from './planHints';

const range: Schema = {
  description: 'Mean distance.',
  type: 'array',
  items: { type: 'number', minimum: 0.5, maximum: 50 },
};
const schema: Schema = {
  properties: {
    format: { const: 'affectory-plan-1' },
    scenes: {
      description: 'Names of scenes, or all.',
      oneOf: [{ const: 'all' }, { type: 'array', items: { type: 'string' } }],
      default: 'all',
    },
    motions: {
      properties: {
        labels: { type: 'array', items: { enum: ['angry', 'sad'] } },
        collections: { type: 'array' },
      },
    },
    challenges: {
      properties: {
        rear_view: {
          required: ['count'],
          properties: {
            count: { description: 'Episodes asked for.', type: 'integer', minimum: 0, maximum: 100000 },
            distance_m: range,
          },
        },
      },
    },
  },
};
const names = { scenes: ['Flat', 'no'], collections: ['KDAE'] };
/** The text with `|` where the cursor is. */
const at = (marked: string) => [marked.replace('|', ''), marked.indexOf('|')] as const;
const labels = (marked: string) => suggestionsAt(schema, names, ...at(marked)).map((s) => s.label);

describe('hints of a plan', () => {
  it('knows where the cursor stands', () => {
    expect(placeAt(...at('challenges:\n  rear_view:\n    co|'))).toEqual({
      path: ['challenges', 'rear_view'],
      writing: 'key',
      word: 'co',
    });
    expect(placeAt(...at('motions:\n  labels: [angry, s|]'))).toEqual({
      path: ['motions', 'labels'],
      writing: 'value',
      word: 's',
    });
    expect(placeAt(...at('scenes:\n  - Fl|'))).toEqual({ path: ['scenes'], writing: 'value', word: 'Fl' });
    expect(placeAt(...at('motions:\n  labels: [sad]\n|'))).toEqual({ path: [], writing: 'key', word: '' });
  });
  it('suggests keys that are not there yet', () => {
    expect(labels('format: affectory-plan-1\n|')).toEqual(['scenes', 'motions', 'challenges']);
    expect(labels('challenges:\n  rear_view:\n    count: 2\n    |')).toEqual(['distance_m']);
    expect(labels('somewhere:\n  else:\n    |')).toEqual([]);
  });
  it('writes what a group needs below its key', () => {
    const [first] = suggestionsAt(schema, names, ...at('challenges:\n  rear|'));
    expect(first?.insert).toBe('rear_view:\n    count: ');
  });
  it('suggests values: fixed ones, and names of the project, quoted where YAML would misread them', () => {
    expect(labels('motions:\n  labels: [|]')).toEqual(['angry', 'sad']);
    expect(suggestionsAt(schema, names, ...at('scenes: |')).map((s) => s.insert)).toEqual([
      'all',
      'Flat',
      '"no"',
    ]);
    expect(labels('motions:\n  collections:\n    - |')).toEqual(['KDAE']);
  });
  it('explains a key with its range and what holds without it', () => {
    expect(explain(schema, ['scenes'])).toBe(
      'Names of scenes, or all. Without it: all. Takes all | list of names.',
    );
    expect(explain(schema, ['challenges', 'rear_view', 'count'])).toBe(
      'Episodes asked for. Takes 0 to 100,000.',
    );
    expect(explain(schema, ['challenges', 'rear_view', 'distance_m'])).toBe(
      'Mean distance. Takes [0.5, 50].',
    );
    expect(explain(schema, ['nothing'])).toBe('');
  });
  it('finds the key under the pointer', () => {
    const [text, offset] = at('challenges:\n  rear_view:\n    cou|nt: 2');
    expect(keyAt(text, offset)?.path).toEqual(['challenges', 'rear_view', 'count']);
    expect(keyAt('scenes: all', 9)).toBeNull();
  });
});
