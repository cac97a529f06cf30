import { describe, expect, it } from 'vitest';
import { readHeader } from './header';

describe('header of a table', () => {
  it('reads tables with their own delimiter and quotes', () => {
    expect(readHeader('m.tsv', 'file\tsource_label\na.bvh\tbow/angry\n')).toEqual({
      columns: ['file', 'source_label'],
      example: ['a.bvh', 'bow/angry'],
      rows: 1,
    });
    expect(readHeader('m.csv', '\uFEFFfile;label\r\n"a;b.bvh";"say ""x"""')).toEqual({
      columns: ['file', 'label'],
      example: ['a;b.bvh', 'say "x"'],
      rows: 1,
    });
    expect(readHeader('m.csv', '')).toBeNull();
  });
  it('reads JSON lists, also inside an object', () => {
    expect(readHeader('m.json', '{"motions":[{"file":"a.bvh","n":1}]}')).toEqual({
      columns: ['file', 'n'],
      example: ['a.bvh', '1'],
      rows: 1,
    });
    expect(readHeader('m.json', '{oops')).toBeNull();
  });
});
