import { Button, Menu, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ItemRow } from '../../../shared/desk';
import { words } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { useNewItem, type NewItem } from '../api';

/** What can be asked about a whole video; reasoning has two scales. */
export const KINDS: readonly (NewItem & { label: string; hint: string })[] = [
  {
    type: 'emotional intensity comparison',
    rubric_family: '',
    label: 'Intensity comparison, 0–1',
    hint: 'the strongest moment, person or target of one emotion',
  },
  {
    type: 'emotion trajectory',
    rubric_family: '',
    label: 'Trajectory, 0–4',
    hint: 'how somebody’s emotions develop over a storyline',
  },
  {
    type: 'emotional reasoning',
    rubric_family: 'result',
    label: 'Reasoning with a definite result, 0–1',
    hint: 'a person, moment, count or action',
  },
  {
    type: 'emotional reasoning',
    rubric_family: 'causal',
    label: 'Reasoning that explains, 0–3',
    hint: 'causes, motives, intentions',
  },
];
const keyOf = (kind: NewItem) => `${kind.type} ${kind.rubric_family}`;

interface Props {
  slug: string;
  video: string;
  items: readonly ItemRow[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** With an item in the making the video is theirs for longer. */
  onBegun: () => void;
  /** As many as may write about the video do so. */
  taken: boolean;
}

/** One's items of this video, and another one from scratch. */
export function ItemChoice({ slug, video, items, chosen, onChoose, onBegun, taken }: Props) {
  const create = useNewItem(slug, video);
  const begin = (kind: NewItem) =>
    create.mutate(kind, {
      onSuccess: (item) => {
        onBegun();
        onChoose(item.id);
      },
    });
  if (items.length === 0 && chosen === null)
    return (
      <div className="g2-first">
        <h2>What do you want to ask?</h2>
        <p className="t2 f13">
          About the whole video, from scratch. Your marks stay with the video and can be taken into any item.
        </p>
        <ul className="plainlist">
          {KINDS.map((kind) => (
            <li key={keyOf(kind)}>
              <Button
                variant="default"
                disabled={taken}
                loading={create.isPending}
                onClick={() => begin(kind)}
              >
                {kind.label}
              </Button>
              <span className="f12 t2">{kind.hint}</span>
            </li>
          ))}
        </ul>
        {create.isError && <ErrorNote error={create.error} />}
      </div>
    );
  return (
    <div className="g2-items">
      <NativeSelect
        size="xs"
        aria-label="My items of this video"
        className="grow"
        value={chosen ?? ''}
        onChange={(e) => onChoose(e.currentTarget.value || null)}
        data={[
          { value: '', label: chosen ? 'None' : 'Choose one of your items' },
          ...items.map((item, place) => ({ value: item.id, label: `${place + 1}. ${itemWords(item)}` })),
        ]}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            loading={create.isPending}
            disabled={taken}
          >
            New item
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.map((kind) => (
            <Menu.Item key={keyOf(kind)} onClick={() => begin(kind)}>
              {kind.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {create.isError && <ErrorNote error={create.error} />}
    </div>
  );
}

const itemWords = (item: ItemRow): string => {
  const kind = words(item.type.replace(/^emotion(al)? /, ''));
  const state = item.revisions > 0 ? `, revision ${item.revisions}` : ', draft';
  return `${kind}${state}${item.question ? `: ${item.question.slice(0, 60)}` : ''}`;
};
