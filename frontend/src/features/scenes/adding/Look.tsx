import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { count, plural, words } from '../../../shared/lib/format';
import { TopDownMap } from '../../../shared/map/TopDownMap';
import { Facts } from '../../../shared/ui/page';
import type { MapScene } from '../../../shared/map/plan';
import { lengths, type ScenePreview } from './api';
import '../../../shared/scene3d/scene3d.css';

const metres = (sizes: readonly number[]) => `${lengths([sizes[0] ?? 0, sizes[2] ?? 0, sizes[1] ?? 0])} m`;

/** What the file would become: its plan from above, what it measures, and what stands in the way. */
export function Look({ preview, isOld }: { preview: ScenePreview; isOld: boolean }) {
  const { map, problems, warnings } = preview;
  const size = preview.units.find((unit) => unit.scale === preview.scale)?.size_m;
  const asked = size ?? preview.size_units.map((units) => units * preview.scale);
  return (
    <div className="scenelook" aria-busy={isOld} data-old={isOld || undefined}>
      <div className="well scenelook-map">
        {map ? (
          <TopDownMap
            scene={map as unknown as MapScene}
            ground={{
              href: preview.navigable_png,
              x: map.navigable_origin[0] ?? 0,
              z: map.navigable_origin[1] ?? 0,
              width: map.navigable_size_m[0] ?? 0,
              depth: map.navigable_size_m[1] ?? 0,
            }}
          />
        ) : (
          <p className="scene3d-note">No plan at this size. Choose another unit or up axis.</p>
        )}
      </div>
      <div className="scenelook-words" aria-live="polite">
        {problems.map((problem) => (
          <p key={problem.message} className="scenelook-line problem">
            <IconX size={16} stroke={2} aria-hidden /> <span>{problem.message}</span>
          </p>
        ))}
        {preview.same_as && (
          <p className="scenelook-line problem">
            <IconX size={16} stroke={2} aria-hidden />{' '}
            <span>
              This is the scene “{preview.same_as.name}”
              {preview.same_as.taken_out ? ', which was taken out' : ' already'}.
            </span>
          </p>
        )}
        {problems.length === 0 && !preview.same_as && (
          <p className="scenelook-line ok">
            <IconCheck size={16} stroke={2} aria-hidden />{' '}
            <span>
              {(preview.navigable_m2 ?? 0).toFixed(1)} m² to stand on, in {metres(asked)}
            </span>
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning} className="scenelook-line warning">
            <IconAlertTriangle size={16} stroke={1.8} aria-hidden /> <span>{warning}</span>
          </p>
        ))}
        <Facts
          items={[
            ['In the file', `${lengths(preview.size_units)} units`],
            ['Triangles', count(preview.triangles)],
            [
              plural(preview.objects, 'object'),
              preview.categories
                .slice(0, 12)
                .map(({ category, count: n }) => (n > 1 ? `${n} ${words(category)}` : words(category)))
                .join(', ') + (preview.categories.length > 12 ? ' …' : ''),
            ],
          ]}
        />
      </div>
    </div>
  );
}
