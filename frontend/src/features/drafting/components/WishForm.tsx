import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Radio,
  SegmentedControl,
  Switch,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, query, type Fields } from '../../../shared/api/client';
import type { Page } from '../../../shared/api/types';
import type { Drafters } from '../api';
import { taskWord } from '../words';
import type { Wish } from '../wish';

interface Props {
  slug: string;
  drafters: Drafters;
  wish: Wish;
  onChange: (patch: Partial<Wish>) => void;
  /** What the server had to say about single fields. */
  fields: Fields;
}

const LENGTHS = [
  ['shortest_s', 'Shortest clip'],
  ['target_s', 'Best length'],
  ['longest_s', 'Longest clip'],
] as const;
const ASKING = [
  ['window_s', 'Stretch per call', ' s'],
  ['frames', 'Pictures per call', ''],
  ['frame_height', 'Picture height', ' px'],
  ['max_output_tokens', 'Answer, at most', ' tokens'],
  ['temperature', 'Temperature', ''],
  ['seed', 'Seed', ''],
] as const;

export function WishForm(p: Props) {
  const { wish, onChange, drafters, fields } = p;
  const chosen = drafters.drafters.find((d) => d.id === wish.drafter);
  const option = (name: string, label: string, suffix: string) => (
    <NumberInput
      key={name}
      size="xs"
      label={label}
      suffix={suffix}
      value={wish.options[name] ?? ''}
      placeholder={name === 'max_output_tokens' ? 'what the endpoint allows' : 'not sent'}
      onChange={(value) => onChange({ options: { ...wish.options, [name]: value } })}
      error={fields[`options.${name}`]?.join(' ')}
      hideControls
    />
  );
  return (
    <div className="wishform">
      <Radio.Group
        label="Drafter"
        value={wish.drafter}
        onChange={(drafter) => onChange({ drafter })}
        error={fields.drafter?.join(' ')}
      >
        <div className="drafters">
          {drafters.drafters.map((d) => (
            <Radio key={d.id} value={d.id} label={`${d.title} (${d.id})`} description={d.about} />
          ))}
        </div>
      </Radio.Group>
      {chosen?.uses_model && <Endpoint {...p} />}
      <Videos {...p} />
      <Checkbox.Group
        label="Tasks"
        description={
          chosen?.uses_model
            ? 'Drafts are dealt over the tasks in turn.'
            : 'Clips are dealt over the tasks in turn; an annotator may choose another.'
        }
        value={wish.types}
        onChange={(types) => onChange({ types })}
        error={fields.types?.join(' ')}
      >
        <div className="row wrap checks">
          {drafters.tasks.map((task) => (
            <Checkbox key={task.type} value={task.type} label={taskWord(task.type)} title={task.summary} />
          ))}
        </div>
      </Checkbox.Group>
      <div className="mapgrid">
        <NumberInput
          size="xs"
          label="Drafts per video, at most"
          min={1}
          max={drafters.max_per_video}
          value={wish.perVideo}
          onChange={(perVideo) => onChange({ perVideo })}
          error={fields.per_video?.join(' ')}
        />
        {LENGTHS.map(([name, label]) => option(name, label, ' s'))}
        {chosen?.uses_model && ASKING.map(([name, label, suffix]) => option(name, label, suffix))}
      </div>
    </div>
  );
}

function Endpoint({ slug, drafters, wish, onChange, fields }: Props) {
  const endpoint = drafters.endpoints.find((e) => e.id === wish.profile);
  if (drafters.endpoints.length === 0)
    return (
      <p className="note warn">
        <span>
          There is no endpoint to ask yet. <Link href={`/p/${slug}/endpoints`}>Add one first</Link>
        </span>
      </p>
    );
  return (
    <div className="mapgrid">
      <NativeSelect
        size="xs"
        label="Endpoint"
        value={wish.profile ?? ''}
        onChange={(e) => onChange({ profile: e.currentTarget.value })}
        data={drafters.endpoints.map((e) => ({ value: e.id, label: `${e.name}, ${e.model}` }))}
        error={fields.profile?.join(' ')}
        description={endpoint && `Takes ${['text', ...(endpoint.takes ?? [])].join(', ')}`}
      />
      <NativeSelect
        size="xs"
        label="Prompt"
        value={wish.prompt}
        onChange={(e) => onChange({ prompt: e.currentTarget.value })}
        data={drafters.prompts}
      />
      <TextInput
        size="xs"
        label={`Money, at most (${endpoint?.currency ?? 'USD'})`}
        inputMode="decimal"
        value={wish.money}
        onChange={(e) => onChange({ money: e.currentTarget.value })}
        error={(fields.limit_money ?? fields.limit_micros)?.join(' ')}
      />
      <TextInput
        size="xs"
        label="Tokens, at most"
        inputMode="numeric"
        value={wish.tokens}
        onChange={(e) => onChange({ tokens: e.currentTarget.value })}
        error={fields.limit_tokens?.join(' ')}
      />
    </div>
  );
}

interface Named {
  id: string;
  name: string;
}

function Videos({ slug, wish, onChange, fields }: Props) {
  const [search, setSearch] = useState('');
  const videos = useQuery({
    queryKey: ['videos-by-name', slug, search],
    enabled: wish.which === 'chosen',
    queryFn: () => api.get<Page<Named>>(`/projects/${slug}/videos${query({ search, limit: 50 })}`),
  });
  const [known, setKnown] = useState<Record<string, string>>({});
  const found = videos.data?.results ?? [];
  const names = { ...known, ...Object.fromEntries(found.map((v) => [v.id, v.name])) };
  const offered = [...new Set([...wish.chosen, ...found.map((v) => v.id)])];
  return (
    <fieldset className="plainset wishvideos">
      <legend>Videos</legend>
      <SegmentedControl
        aria-label="Which videos"
        value={wish.which}
        onChange={(which) => onChange({ which: which as Wish['which'] })}
        data={[
          { value: 'all', label: 'All that fit' },
          { value: 'chosen', label: 'Chosen ones' },
        ]}
      />
      {wish.which === 'all' ? (
        <div className="mapgrid">
          <TextInput
            size="xs"
            label="Name, source or id holds"
            value={wish.search}
            onChange={(e) => onChange({ search: e.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            label="Subtitles"
            value={wish.subtitles}
            onChange={(e) => onChange({ subtitles: e.currentTarget.value as Wish['subtitles'] })}
            data={[
              { value: '', label: 'With or without' },
              { value: 'yes', label: 'With subtitles' },
              { value: 'no', label: 'Without subtitles' },
            ]}
          />
        </div>
      ) : (
        <MultiSelect
          size="xs"
          aria-label="Videos"
          placeholder={wish.chosen.length === 0 ? 'Type to find videos' : ''}
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          value={wish.chosen}
          onChange={(chosen) => {
            setKnown(names);
            onChange({ chosen });
          }}
          data={offered.map((id) => ({ value: id, label: names[id] ?? id }))}
          nothingFoundMessage="No video has this name"
          error={fields.videos?.join(' ')}
        />
      )}
      {wish.which === 'all' && fields.videos && <p className="f12 warned">{fields.videos.join(' ')}</p>}
      <Switch
        label="Leave out videos that have drafts already"
        checked={wish.skipDrafted}
        onChange={(e) => onChange({ skipDrafted: e.currentTarget.checked })}
      />
    </fieldset>
  );
}
