import { Checkbox, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { words } from '../../../shared/lib/format';
import type { Defaults } from '../api/types';
import { WARNINGS } from '../../../shared/lib/warnings';
import { RIGHTS } from '../model/words';

interface Props<T extends Defaults> {
  value: T;
  onChange: (next: T) => void;
}

/** Source, licence, rights, domain and content warnings: for all files of a registration, or for one video. */
export function AboutFields<T extends Defaults>({ value, onChange }: Props<T>) {
  const set = (patch: Partial<Defaults>) => onChange({ ...value, ...patch });
  const known = value.content_warnings.filter((w) => (WARNINGS as readonly string[]).includes(w));
  const others = value.content_warnings.filter((w) => !known.includes(w));
  return (
    <div className="aboutgrid">
      <TextInput
        label="Source"
        value={value.source}
        onChange={(e) => set({ source: e.currentTarget.value })}
        placeholder="https://… or Series, season 1, episode 2"
        maxLength={1000}
      />
      <TextInput
        label="Domain"
        value={value.domain}
        onChange={(e) => set({ domain: e.currentTarget.value })}
        placeholder="film, series, interview …"
        maxLength={200}
      />
      <TextInput
        label="Licence"
        value={value.licence}
        onChange={(e) => set({ licence: e.currentTarget.value })}
        placeholder="CC BY 4.0"
        maxLength={500}
      />
      <Select
        label="May be passed on"
        data={RIGHTS}
        value={value.may_redistribute}
        onChange={(v) => set({ may_redistribute: v ?? 'annotations' })}
        allowDeselect={false}
      />
      <MultiSelect
        label="Content warnings"
        data={WARNINGS.map((w) => ({ value: w, label: words(w) }))}
        value={known}
        onChange={(chosen) => set({ content_warnings: [...chosen, ...others] })}
        placeholder={known.length === 0 ? 'none' : undefined}
        clearable
      />
      <TagsInput
        label="Other warnings"
        value={others}
        onChange={(chosen) => set({ content_warnings: [...known, ...chosen] })}
        placeholder={others.length === 0 ? 'in your own words' : undefined}
        size="xs"
      />
      <Checkbox
        label="May be sent to external models"
        checked={value.may_send_to_external_model}
        onChange={(e) => set({ may_send_to_external_model: e.currentTarget.checked })}
        size="xs"
      />
    </div>
  );
}
