import { describe, expect, it } from 'vitest';
import { called } from './people';

describe('what people are called', () => {
  it('names whom the server names, and nobody else (CM2)', () => {
    const reviewer = { part: 'reviewer', number: 2, name: null, you: false } as const;
    expect(called(reviewer)).toBe('Reviewer 2');
    expect(called({ ...reviewer, name: 'Rosa' })).toBe('Rosa, reviewer 2');
    expect(called({ ...reviewer, number: null })).toBe('Reviewer');
    expect(called({ ...reviewer, name: 'Rosa', you: true })).toBe('You, reviewer 2');
    expect(called({ part: 'author', number: null, name: null, you: false })).toBe('Author');
    expect(called({ part: 'maintainer', number: null, name: 'Mara', you: false })).toBe('Mara, maintainer');
  });
});
