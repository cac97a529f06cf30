import { Button, Checkbox, FileInput, Modal, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../shared/api/client';
import { plural } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { videoKey } from '../api/hooks';
import type { SubtitlePreview } from '../api/types';
import { lengthWords } from '../model/words';
import { TrackNotes } from './TrackNotes';

const ENCODINGS = [
  { value: '', label: 'As the file says, or a guess' },
  ...[
    'utf-8',
    'utf-16',
    'windows-1252',
    'windows-1250',
    'windows-1251',
    'windows-1253',
    'windows-1256',
    'iso-8859-1',
    'iso-8859-15',
    'koi8-r',
    'gb18030',
    'big5',
    'shift_jis',
    'euc-kr',
  ].map((value) => ({ value, label: value })),
];

/** "film.en.srt" → en; "und" where the name says nothing. */
const languageIn = (name: string): string =>
  /\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.[^.]+$/i.exec(name)?.[1] ?? 'und';

interface Props {
  slug: string;
  video: string;
  onAdded: (track: string | null) => void;
  onClose: () => void;
}

/** A file of subtitles: how it is read, line by line, before it is taken. */
export default function AddSubtitles({ slug, video, onAdded, onClose }: Props) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [language, setLanguage] = useState('und');
  const [label, setLabel] = useState('');
  const [encoding, setEncoding] = useState('');
  const [prefixes, setPrefixes] = useState(false);
  const send = (dryRun: boolean) => {
    const form = new FormData();
    form.append('file', file!);
    form.append('language', language.trim() || 'und');
    form.append('label', label.trim());
    form.append('encoding', encoding);
    form.append('speaker_prefixes', String(prefixes));
    form.append('dry_run', String(dryRun));
    return api.post<SubtitlePreview>(`/projects/${slug}/videos/${video}/subtitles`, form);
  };
  const preview = useQuery({
    queryKey: [
      'subtitles preview',
      video,
      file?.name,
      file?.size,
      file?.lastModified,
      language,
      label,
      encoding,
      prefixes,
    ],
    enabled: file !== null,
    retry: false,
    gcTime: 0,
    queryFn: () => send(true),
  });
  const add = useMutation({
    mutationFn: () => send(false),
    onSuccess: async ({ track }) => {
      await client.invalidateQueries({ queryKey: videoKey(slug, video) });
      onAdded(track?.id ?? null);
    },
  });
  const read = preview.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Subtitles from a file"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="aboutgrid">
        <FileInput
          label="File"
          description="SubRip (SRT), WebVTT or ASS"
          placeholder="Choose a file"
          accept=".srt,.vtt,.ass,.ssa"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen) setLanguage(languageIn(chosen.name));
          }}
          data-autofocus
        />
        <Select
          label="Encoding"
          description="Choose one if the letters below look wrong"
          data={ENCODINGS}
          value={encoding}
          onChange={(v) => setEncoding(v ?? '')}
          allowDeselect={false}
          searchable
        />
        <TextInput
          label="Language"
          description="A code, such as en or pt-BR; und if not known"
          value={language}
          maxLength={35}
          onChange={(e) => setLanguage(e.currentTarget.value)}
        />
        <TextInput
          label="Label"
          description="Parts several files of one language"
          placeholder="for the deaf, commentary …"
          value={label}
          maxLength={200}
          onChange={(e) => setLabel(e.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label="“NAME: text” names the speaker"
          checked={prefixes}
          onChange={(e) => setPrefixes(e.currentTarget.checked)}
        />
      </div>
      {preview.isError && (
        <div className="subpreview">
          <ErrorNote error={preview.error} safe="Nothing was changed." />
        </div>
      )}
      {read && (
        <div className="subpreview" aria-label="Preview" role="group">
          <p className="row wrap f13">
            <b>{plural(read.cue_count, 'line')}</b>
            <span className="chip">{read.format.toUpperCase()}</span>
            <span className={read.encoding_guessed ? 'chip warn' : 'chip'}>
              {read.encoding}
              {read.encoding_guessed && ', guessed'}
            </span>
            {read.replaces && <span className="chip warn">takes the place of the ones there</span>}
          </p>
          <ul className="plainlist previewcues">
            {read.cues_preview.map((cue) => (
              <li key={cue.id} className="row">
                <span className="f11 t3 num">{lengthWords(cue.start)}</span>
                <span className="clip-text" lang="">
                  {cue.speaker && <b>{cue.speaker}: </b>}
                  {cue.text}
                </span>
              </li>
            ))}
          </ul>
          <TrackNotes notes={read.notes} />
        </div>
      )}
      {add.isError && <ErrorNote error={add.error} safe="Nothing was changed." />}
      <Button mt={12} disabled={!read} loading={add.isPending} onClick={() => add.mutate()}>
        {read?.replaces ? 'Replace the subtitles' : 'Add the subtitles'}
      </Button>
    </Modal>
  );
}
