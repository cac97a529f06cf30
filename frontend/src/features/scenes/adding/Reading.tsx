import { Checkbox, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { lengths, type Reading, type ScenePreview } from './api';

const OTHER = 'other';

interface Props {
  reading: Reading;
  preview: ScenePreview | undefined;
  onChange: (change: Partial<Reading>) => void;
}

/** Unit, up axis and floor: what was recognised, why, and how to say otherwise. */
export function ReadingFields({ reading, preview, onChange }: Props) {
  const scale = reading.scale ?? preview?.scale ?? 1;
  const units = preview?.units ?? [];
  const unit = units.find((one) => one.scale === scale)?.unit ?? OTHER;
  const up = reading.up_axis === 'auto' ? (preview?.up_axis ?? 'y') : reading.up_axis;
  const offFloor = ({ height_m }: { height_m: number }) => Math.abs(height_m - (preview?.floor_m ?? 0));
  const nearest = preview?.floors
    .filter((floor) => offFloor(floor) < 0.05)
    .toSorted((a, b) => offFloor(a) - offFloor(b))[0];
  return (
    <fieldset className="scenereading">
      <legend className="sr">How the file is read</legend>
      <div className="row wrap" style={{ alignItems: 'flex-end', gap: 10 }}>
        <Select
          label="Unit of the file"
          className="grow"
          data={[
            ...units.map((one) => ({
              value: one.unit,
              label: `${one.unit}: ${lengths([0, 2, 1].map((i) => one.size_m[i] ?? 0))} m${one.plausible ? '' : ' (no room)'}`,
            })),
            { value: OTHER, label: 'another' },
          ]}
          value={unit}
          allowDeselect={false}
          onChange={(chosen) => {
            const found = units.find((one) => one.unit === chosen);
            if (found) onChange({ scale: found.scale, floor_m: null });
          }}
        />
        <NumberInput
          label="Metres per unit"
          value={scale}
          onChange={(value) => typeof value === 'number' && onChange({ scale: value, floor_m: null })}
          min={0.000001}
          max={1000000}
          step={0.1}
          w={130}
        />
      </div>
      {preview && <p className="f12 t2">{sentence(preview.unit_why)}</p>}
      <div className="row wrap" style={{ alignItems: 'center', gap: 10 }}>
        <span className="f12 b" id="up-axis">
          Up axis
        </span>
        <SegmentedControl
          aria-labelledby="up-axis"
          size="xs"
          data={[
            { value: 'y', label: 'Y' },
            { value: 'z', label: 'Z' },
          ]}
          value={up}
          onChange={(axis) => onChange({ up_axis: axis as 'y' | 'z', floor_m: null })}
        />
        {preview && <span className="f12 t2 grow">{sentence(preview.up_why)}</span>}
      </div>
      <div className="row wrap" style={{ alignItems: 'flex-end', gap: 10 }}>
        <NumberInput
          label="Floor, metres over the file’s zero"
          value={reading.floor_m ?? preview?.floor_m ?? ''}
          onChange={(value) => typeof value === 'number' && onChange({ floor_m: value })}
          step={0.05}
          w={220}
          disabled={!preview?.map}
        />
        {(preview?.floors.length ?? 0) > 1 && (
          <div className="row wrap" role="group" aria-label="Levels in the file">
            {preview?.floors.map((floor) => (
              <button
                key={floor.height_m}
                type="button"
                className="facet inline"
                aria-pressed={floor === nearest}
                onClick={() => onChange({ floor_m: floor.height_m })}
              >
                {floor.height_m.toFixed(2)} m <span className="t2 num">{floor.area_m2.toFixed(0)} m²</span>
              </button>
            ))}
          </div>
        )}
      </div>
      <Checkbox
        size="xs"
        label="Without its pictures, in plain colours"
        description="For files whose pictures are missing or in a format that is not read."
        checked={!reading.with_pictures}
        onChange={(event) => onChange({ with_pictures: !event.currentTarget.checked })}
      />
    </fieldset>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
