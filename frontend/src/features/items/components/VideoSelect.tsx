import { Select } from '@mantine/core';
import { useState } from 'react';
import { timecode } from '../../../shared/video/times';
import { useVideos } from '../api';

interface Props {
  slug: string;
  label: string;
  value: string | null;
  onChange: (video: string | null) => void;
  disabled?: boolean;
}

/** One of the project's registered videos, found by name on the server. */
export function VideoSelect({ slug, label, value, onChange, disabled = false }: Props) {
  const [search, setSearch] = useState('');
  const videos = useVideos(slug, value ? '' : search);
  return (
    <Select
      label={label}
      placeholder={videos.isPending ? 'Looking for videos' : 'Type to find a video'}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
      disabled={disabled}
      filter={({ options }) => options}
      data={(videos.data?.results ?? []).map((v) => ({
        value: v.id,
        label: v.duration_s === null ? v.name : `${v.name}, ${timecode(v.duration_s, 0)}`,
      }))}
      nothingFoundMessage="No registered video has this name"
    />
  );
}
