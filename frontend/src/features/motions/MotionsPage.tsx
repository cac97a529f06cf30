import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconAlertTriangle,
  IconEyeOff,
  IconEyePlus,
  IconReload,
  IconTag,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { seconds, words } from '../../shared/lib/format';
import { WARNINGS } from '../../shared/lib/warnings';
import { Library, type BulkAction, type LibraryColumn } from '../../shared/library';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, EMOTIONS, StateChip } from '../../shared/ui/chips';
import { Empty } from '../../shared/ui/states';
import type { MotionRow } from './api';
import { MotionThumb } from './MotionThumb';
import { named } from './names';

function Label({ motion }: { motion: MotionRow }) {
  const why = motion.exclusion_reason;
  if (!motion.label)
    return (
      <span className="t3" title={why}>
        {why ? 'excluded' : 'none'}
      </span>
    );
  if (!why) return <Emotion label={motion.label} />;
  return (
    <span className="row" title={why}>
      <Emotion label={motion.label} />
      <span className="chip line dashed">excluded</span>
    </span>
  );
}

const COLUMNS: LibraryColumn<MotionRow>[] = [
  { id: 'name', head: 'Motion', sort: 'name', cell: (m) => m.name, width: 230 },
  { id: 'label', head: 'Label', sort: 'label', cell: (m) => <Label motion={m} /> },
  {
    id: 'source',
    head: 'Source label',
    sort: 'source_label',
    cell: (m) => m.source_label || <span className="t3">none</span>,
  },
  {
    id: 'performer',
    head: 'Performer',
    sort: 'performer',
    cell: (m) => m.performer ?? <span className="t3">not known</span>,
  },
  {
    id: 'collection',
    head: 'Collection',
    sort: 'collection',
    cell: (m) => (
      <span className="short" title={named(m.collection)}>
        {named(m.collection)}
      </span>
    ),
  },
  {
    id: 'duration',
    head: 'Length',
    sort: 'duration',
    right: true,
    cell: (m) => (m.duration_s === null ? '–' : seconds(m.duration_s)),
  },
  {
    id: 'checks',
    head: 'Checks',
    sort: 'checks',
    cell: (m) => (m.checks_outcome ? <StateChip state={m.checks_outcome} /> : <span className="t3">–</span>),
  },
  { id: 'state', head: 'State', sort: 'state', cell: (m) => <StateChip state={m.state} /> },
];

const ACTIONS: BulkAction[] = [
  {
    id: 'exclude',
    label: 'Exclude',
    icon: IconEyeOff,
    done: 'excluded',
    note: 'What is excluded is composed into no episode; no import and no label mapping brings it back.',
    fields: [{ name: 'reason', label: 'Why', kind: 'text' }],
  },
  {
    id: 'include',
    label: 'Take in again',
    icon: IconEyePlus,
    done: 'taken in again',
    note: 'What people excluded is in again; what the label mapping says holds.',
  },
  {
    id: 'scenario',
    label: 'Scenario',
    icon: IconTag,
    done: 'given the scenario',
    fields: [
      { name: 'scenario', label: 'Scenario', kind: 'line', optional: true, hint: 'Empty takes it away.' },
    ],
  },
  {
    id: 'warnings',
    label: 'Content warnings',
    icon: IconAlertTriangle,
    done: 'given the warnings',
    note: 'They replace what was there. People who do not want to see such content are given none of it.',
    fields: [
      {
        name: 'warnings',
        label: 'Content warnings',
        kind: 'words',
        optional: true,
        suggestions: WARNINGS,
        hint: 'Choose, or write one and press Enter. Empty takes all away.',
      },
    ],
  },
  {
    id: 'inspect',
    label: 'Inspect again',
    icon: IconReload,
    done: 'waiting to be inspected',
    note: 'The files are read and checked anew, with the thresholds of today. Until then they can be composed into nothing.',
  },
];

const wordOf = (facet: string, value: string, label: string) => {
  if (facet === 'label' && (EMOTIONS as readonly string[]).includes(value)) return <Emotion label={value} />;
  if (facet === 'exclusion')
    return { label: 'By the mapping', person: 'By a person', none: 'Not excluded' }[value] ?? words(label);
  if (facet === 'checks') return { pass: 'Pass', warn: 'Warn', fail: 'Fail' }[value] ?? words(label);
  return undefined;
};

export default function MotionsPage({ slug }: { slug: string }) {
  usePage({ title: 'Motions', crumbs: [{ label: 'Motions' }] });
  const importButton = (variant: 'default' | 'filled') => (
    <Button
      component={Link}
      href={`/p/${slug}/import`}
      variant={variant}
      leftSection={<IconUpload size={15} />}
    >
      Import
    </Button>
  );
  return (
    <Library<MotionRow>
      slug={slug}
      name="motions"
      title="Motions"
      one="motion"
      search="Find a motion"
      columns={COLUMNS}
      actions={ACTIONS}
      wordOf={wordOf}
      renderThumb={(m, lively) => <MotionThumb slug={slug} motion={m} lively={lively} />}
      card={(m) => ({
        title: m.name,
        lines: (
          <>
            <span className="row">
              <Label motion={m} />
              <span className="end">{m.duration_s === null ? '' : seconds(m.duration_s)}</span>
            </span>
            <span className="row">
              <StateChip state={m.checks_outcome || m.state} />
              <span className="end short">{m.performer ?? named(m.collection)}</span>
            </span>
          </>
        ),
      })}
      empty={
        <Empty title="There are no motions yet" action={importButton('filled')}>
          Bring in BVH files, with a table that says label, performer and licence.
        </Empty>
      }
    >
      <Button
        component={Link}
        href={`/p/${slug}/motions/calibration`}
        variant="default"
        leftSection={<IconAdjustments size={15} />}
      >
        Calibrate checks
      </Button>
      {importButton('default')}
    </Library>
  );
}
