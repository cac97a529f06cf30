import { describe, expect, it } from 'vitest';
import { quickStart, type Start } from './quickstart';

const START: Start = {
  origin: 'https://data.example.org',
  slug: 'lab',
  repository: 'affectory/lab',
  version: '1.2.0',
  split: 'test',
  isPublic: false,
};

describe('the quick start', () => {
  it('has five lines per tool, with address, version and guard filled in', () => {
    const tools = quickStart(START);
    expect(tools.map((tool) => tool.id)).toEqual(['datasets', 'hub', 'pandas', 'mlcroissant', 'curl']);
    for (const tool of tools) {
      expect(tool.code.split('\n')).toHaveLength(5);
      expect(tool.code).toContain('https://data.example.org');
      expect(tool.code).toContain('1.2.0');
      expect(tool.code).toContain('aff_…');
    }
    expect(tools[0]!.code).toContain('set(part["release"]) <= {"1.2.0"}');
    expect(tools[0]!.code.indexOf('HF_ENDPOINT')).toBeLessThan(tools[0]!.code.indexOf('import datasets'));
  });

  it('asks for no token where the data are public', () => {
    for (const tool of quickStart({ ...START, isPublic: true })) expect(tool.code).not.toContain('aff_');
  });

  it('falls back on plain requests where the project has no repository', () => {
    const tools = quickStart({ ...START, repository: null });
    expect(tools.map((tool) => tool.id)).toEqual(['curl', 'pandas']);
    for (const tool of tools) expect(tool.code).toContain('/api/v1/projects/lab/releases/1.2.0/files');
  });
});
