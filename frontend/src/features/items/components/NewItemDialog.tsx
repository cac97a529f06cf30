import { Button, Modal, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Intervals, type Segment } from '../../../shared/items';
import type { Taxonomy } from '../../../shared/taxonomy';
import { ErrorNote } from '../../../shared/ui/states';
import { useNewItem } from '../api';
import { kindGroups, kindKey } from '../names';
import { VideoSelect } from './VideoSelect';

const none = () => undefined;

/** Which kind of question about which part of which video; all the rest is written on the item's own page. */
export function NewItemDialog({
  slug,
  taxonomy,
  onClose,
}: {
  slug: string;
  taxonomy: Taxonomy;
  onClose: () => void;
}) {
  const [, go] = useLocation();
  const [key, setKey] = useState('');
  const [family, setFamily] = useState('');
  const [video, setVideo] = useState<string | null>(null);
  const [segments, setSegments] = useState<Segment[]>([]);
  const create = useNewItem(slug);
  const kind = taxonomy.kinds.find((k) => kindKey(k) === key);
  const asksFamily = (kind?.families.length ?? 0) > 1;
  const ready = kind && video && (!asksFamily || family);
  const submit = () => {
    if (!kind || !video) return;
    create.mutate(
      {
        granularity: kind.granularity,
        type: kind.type,
        video,
        segments: segments.length > 0 ? segments : null,
        rubric_family: asksFamily ? family : '',
      },
      { onSuccess: (item) => go(`/p/${slug}/items/${item.id}`) },
    );
  };
  return (
    // The parts by hand: a header inside a dialog would be a second banner of the page.
    <Modal.Root opened onClose={onClose} size="lg">
      <Modal.Overlay />
      <Modal.Content>
        <div className="row newitem-head">
          <Modal.Title>New item</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <form
            className="newitem"
            onSubmit={(e) => {
              e.preventDefault();
              submit();
            }}
          >
            <NativeSelect
              size="xs"
              label="Kind of question"
              value={key}
              onChange={(e) => setKey(e.currentTarget.value)}
              data={[{ value: '', label: 'Choose a kind' }, ...kindGroups(taxonomy.kinds)]}
              data-autofocus
            />
            {asksFamily && (
              <SegmentedControl
                aria-label="Scored as"
                value={family}
                onChange={setFamily}
                data={[
                  { value: 'result', label: 'Definite result, 0–1' },
                  { value: 'causal', label: 'Explanation, 0–3' },
                ]}
              />
            )}
            <VideoSelect slug={slug} label="Video" value={video} onChange={setVideo} />
            <fieldset className="plainset">
              <legend>
                {kind?.granularity === 'episode' ? 'Interval, empty for the whole video' : 'Interval'}
              </legend>
              <Intervals
                name="Segment"
                field="segments"
                rows={segments}
                onChange={setSegments}
                fresh={() => {
                  const end = segments.at(-1)?.end ?? 0;
                  return { start: end, end: end + 10 };
                }}
                at={none}
              />
            </fieldset>
            {create.isError && <ErrorNote error={create.error} safe="Your choices are kept." />}
            <div className="row">
              <Button type="submit" disabled={!ready} loading={create.isPending}>
                Write it
              </Button>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
