import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { words } from '../lib/format';
import { matching } from './search';
import { granularityWord, type Taxonomy } from './taxonomy';
import './taxonomy.css';

interface Props {
  taxonomy: Taxonomy;
  granularity: string;
  type: string;
}

/** What an annotator may look up while writing: the guideline of the task, then every label with its meaning. */
export function GuidelinePanel({ taxonomy, granularity, type }: Props) {
  const [letters, setLetters] = useState('');
  const guideline = taxonomy.guidelines.tasks.find((g) => g.granularity === granularity && g.type === type);
  const found = matching(taxonomy.vocabulary.categories, letters);
  return (
    <div className="guideline">
      {guideline && (
        <section aria-labelledby="guideline-of-task">
          <h2 id="guideline-of-task">
            {words(type)}, {granularityWord(granularity).toLowerCase()}
          </h2>
          <p className="f14">{guideline.summary}</p>
          <ul>
            {[...guideline.points, ...guideline.general].map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="labels-and-meanings">
        <h2 id="labels-and-meanings">
          The {taxonomy.vocabulary.categories.length} labels and their meanings
        </h2>
        <TextInput
          value={letters}
          onChange={(e) => setLetters(e.currentTarget.value)}
          placeholder="Find a label or a word of its meaning"
          aria-label="Find a label or a word of its meaning"
          leftSection={<IconSearch size={15} />}
        />
        <dl className="labels">
          {found.map((c) => (
            <div key={c.id}>
              <dt>{c.label}</dt>
              <dd>{c.definition}</dd>
            </div>
          ))}
        </dl>
        {found.length === 0 && <p className="t2">No label and no meaning has “{letters.trim()}”.</p>}
        <p className="f12 t3">
          Vocabulary {taxonomy.vocabulary.id}, version {taxonomy.vocabulary.version}
        </p>
      </section>
    </div>
  );
}
